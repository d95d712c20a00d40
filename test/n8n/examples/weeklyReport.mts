import assert from 'node:assert/strict';
import { only, type Example, type Scene } from './example.mts';

/** Runs after the short link was clicked twice; it is the most clicked link then. */
const scene: Scene = {
	check({ execution, service }) {
		const listed = execution.items('The most clicked links');
		const { lines } = only(execution.items('One report'), 'report');
		assert.ok(Array.isArray(lines));
		assert.deepEqual(
			lines.map((line) => String(line).replace(/ .*: /, ': ')),
			listed.map(({ id, shortLink }) => {
				return `${shortLink}: ${service.store.link(String(id))?.clicks.length} clicks`;
			}),
		);

		const counted = execution.runs['Clicks of the last week'][0].data?.main[0] ?? [];
		const charts = counted.map(({ binary }) => binary?.chart);
		assert.deepEqual(
			charts.map((chart) => [chart?.fileName, chart?.mimeType]),
			listed.map(({ id }) => [`clicks-${id}.png`, 'image/png']),
		);
		const attached = execution.runs['One report'][0].data?.main[0]?.[0].binary ?? {};
		assert.equal(Object.keys(attached).length, listed.length, 'all charts are in the report');
		return [...lines.map(String), `${charts.length} charts, ${charts[0]?.fileSize} each`];
	},
};

export const weeklyReport: Example = { file: 'weekly-click-report.json', scenes: [scene] };
