const { rm } = require('node:fs/promises');
const { dest, parallel, src } = require('gulp');

// What the compiler leaves behind: icons, codex files and output schemas belong next to the built nodes.
const assetsOf = (folder) => () =>
	src([`${folder}/**/*.svg`, `${folder}/**/*.node.json`, `${folder}/**/__schema__/**/*.json`], {
		base: '.',
		allowEmpty: true,
	}).pipe(dest('dist'));

const clean = async () => await rm('dist', { recursive: true, force: true });

exports.clean = clean;
exports.assets = parallel(assetsOf('nodes'), assetsOf('credentials'));
