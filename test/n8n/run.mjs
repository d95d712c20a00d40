// `npm start`, `npm run e2e -- what`: what was built, in a real n8n. Plain Node: at this point nothing is installed yet.
import { bootstrap, HERE } from './bootstrap.mjs';

/** The runs by name, each with the folders of its n8n. */
const RUNS = {
	start: { main: './demo.mts' },
	browser: { main: './e2e/main.mts' },
	crash: { main: './crash/main.mts' },
	// Their workbook is made by a library of the newest one.
	older: { main: './older/main.mts', folders: ['.', 'older/1.x', 'older/2.0'] },
	queue: { main: './queue/main.mts' },
	retry: { main: './crash/retry.mts' },
	soak: { main: './soak/main.mts' },
};

try {
	// What stands behind the name is read by the run itself.
	const isNamed = process.argv.length > 2 && !process.argv[2].startsWith('-');
	const [name] = isNamed ? process.argv.splice(2, 1) : ['browser'];
	if (!Object.hasOwn(RUNS, name))
		throw new Error(`There is no run "${name}": take one of ${Object.keys(RUNS).join(', ')}`);
	const { main, folders = ['.'] } = RUNS[name];
	for (const folder of folders) await bootstrap(`${HERE}/${folder}`);
	// Only now is there something that understands TypeScript.
	const { register } = await import('tsx/esm/api');
	register();
	await import(main);
} catch (error) {
	console.error(`\n${error.message}`);
	process.exit(1);
}
