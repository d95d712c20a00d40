const { createRequire, isBuiltin } = require('node:module');
const { default: JestRuntime } = require('jest-runtime');

const isPackage = (name) => !/^[./]/.test(name) && !isBuiltin(name) && name !== '@jest/globals';

/** Packages are loaded once for a worker, by Node.js itself, and not for each file of tests again. */
module.exports = class SharedPackages extends JestRuntime {
	requireModuleOrMock(from, name) {
		return isPackage(name) ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
	}
};
