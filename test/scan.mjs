// n8n's own check of community packages, on the source and on what npm would publish. Warnings count too.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	analyzePackage,
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';

/** Scans a folder as n8n does. @returns the number of errors and warnings */
async function scan(what, folder, patterns) {
	const verdict = await analyzePackage(folder, patterns);
	if (!verdict.passed) process.stderr.write(`${verdict.message}\n${verdict.details ?? ''}\n`);
	const eslint = new ESLint({
		cwd: folder,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
	});
	const results = await eslint.lintFiles(patterns);
	const warnings = results.reduce((sum, file) => sum + file.warningCount, 0);
	const errors = results.reduce((sum, file) => sum + file.errorCount, 0);
	for (const file of results) {
		for (const { line, ruleId, message } of file.messages) {
			process.stderr.write(`${file.filePath}:${line} ${ruleId}: ${message}\n`);
		}
	}
	process.stdout.write(
		`${what}: ${results.length} files, ${errors} errors, ${warnings} warnings\n`,
	);
	return errors + warnings + (verdict.passed ? 0 : 1);
}

const folder = mkdtempSync(join(tmpdir(), 'scan-'));
try {
	const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
		encoding: 'utf8',
	});
	execFileSync('tar', ['-xzf', join(folder, packed.trim()), '-C', folder]);
	const found =
		(await scan('Source', process.cwd(), SOURCE_FILE_PATTERNS)) +
		(await scan('Packed', join(folder, 'package'), ['**/*.js', 'package.json']));
	process.exitCode = found === 0 ? 0 : 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
