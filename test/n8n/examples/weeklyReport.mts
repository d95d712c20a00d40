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
		return lines.map(String);
	},
};

export const weeklyReport: Example = { file: 'weekly-click-report.json', scenes: [scene] };
