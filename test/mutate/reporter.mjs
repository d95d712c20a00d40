import { relative } from 'node:path';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';

const UNNOTICED = ['Survived', 'NoCoverage'];

/** Tells of each change that no test notices as soon as it is known, since a run may take an hour. */
function soon() {
	let tested = 0;
	let unnoticed = 0;
	return {
		onMutantTested({ status, fileName, location, replacement }) {
			tested += 1;
			if (!UNNOTICED.includes(status)) return;
			unnoticed += 1;
			const { line, column } = location.start;
			const place = `${relative('', fileName)}:${line}:${column + 1}`;
			console.log(`${unnoticed} of ${tested}: ${status} ${place} -> ${replacement}`);
		},
	};
}

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Reporter, 'soon', soon)];
