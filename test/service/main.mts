import { parseArgs } from 'node:util';
import { startService, type Dialect } from './index.mts';
import { introduction } from './introduction.mts';

const isDialect = (text: string): text is Dialect => text === 'observed' || text === 'documented';

/** @throws Error with a text for people when an option is wrong or the port is taken */
async function run(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '8765' },
			dialect: { type: 'string', default: 'observed' },
			timezone: { type: 'string' },
		},
	});
	const { dialect, timezone } = values;
	const port = Number(values.port);
	if (!isDialect(dialect)) throw new Error('--dialect must be observed or documented');
	if (!Number.isInteger(port) || port < 0 || port > 65_535)
		throw new Error('--port must be 0 to 65535');
	const service = await startService({ port, dialect, timezone }).catch((error: unknown) => {
		const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
		throw taken ? new Error(`Port ${port} is taken; choose another one with --port`) : error;
	});
	console.log(introduction(service, dialect));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void service.close().then(() => process.exit(0)));
	}
}

run().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
