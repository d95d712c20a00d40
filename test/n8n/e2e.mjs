// `npm run e2e -- what`: what was built, in a real n8n. Plain Node: at this point nothing is installed yet.
import { bootstrap } from './bootstrap.mjs';

/** The runs by name; what has an n8n of its own installs it itself. */
const RUNS = {
	browser: { main: './e2e/main.mts' },
	crash: { main: './crash/main.mts' },
	older: { main: './older/main.mjs', hasOwnN8n: true },
	queue: { main: './queue/main.mts' },
	soak: { main: './soak/main.mts' },
};

try {
	// What stands behind the name is read by the run itself.
	const isNamed = process.argv.length > 2 && !process.argv[2].startsWith('-');
	const [name] = isNamed ? process.argv.splice(2, 1) : ['browser'];
	if (!Object.hasOwn(RUNS, name))
		throw new Error(`There is no run "${name}": take one of ${Object.keys(RUNS).join(', ')}`);
	const { main, hasOwnN8n } = RUNS[name];
	if (!hasOwnN8n) {
		await bootstrap();
		// Only now is there something that understands TypeScript.
		const { register } = await import('tsx/esm/api');
		register();
	}
	await import(main);
} catch (error) {
	console.error(`\n${error.message}`);
	process.exit(1);
}
