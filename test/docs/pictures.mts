import { built } from './built.mts';

const { chart } = built<typeof import('../../nodes/Link/statistics/chart/chart.ts')>(
	'Link/statistics/chart/chart',
);
/** Clicks of six weeks in which a text message went out twice. */
const CLICKS = [
	0, 2, 1, 4, 0, 1, 3, 212, 148, 63, 41, 22, 18, 11, 9, 14, 6, 5, 7, 3, 4, 96, 71, 38, 25, 12, 8, 9,
	5, 4, 6, 2, 3, 1, 0, 2, 1, 1, 0, 1, 0, 0,
];

/** The generated pictures by file name: Add Chart, as the node draws it. */
export function pictures(): Map<string, Uint8Array> {
	const rows = CLICKS.map((clicks, day) => ({
		period: new Date(Date.UTC(2026, 9, 1 + day)).toISOString().slice(0, 10),
		clicks,
		redirects: clicks,
	}));
	const sum = CLICKS.reduce((all, clicks) => all + clicks, 0);
	return new Map([['docs/images/clicks.png', chart('400009', rows, sum)]]);
}
