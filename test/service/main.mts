import { parseArgs } from 'node:util';
import * as keys from './keys.mts';
import { RECIPIENTS, startService, type Dialect, type LocalService } from './index.mts';

const isDialect = (text: string): text is Dialect => text === 'observed' || text === 'documented';

/** What a person who started the service needs to know. */
function introduction({ url, timezone, dialect }: LocalService): string {
	const endings = Object.entries(RECIPIENTS).map(([ending, status]) => `  ...${ending}  ${status}`);
	const query = `output=json&api=v1&apiKey=${keys.DEFAULT_KEY}`;
	return `The local SMS service listens on ${url} (dialect ${dialect}, time zone ${timezone}).
Nothing is really sent. All is forgotten when it stops.

API key          ${keys.DEFAULT_KEY}
  wrong host     ${keys.WRONG_HOST_KEY}
  blocked        ${keys.BLOCKED_KEY}
  denied         ${keys.DENIED_KEY}

What becomes of a message, by the last two digits of its recipient:
${endings.join('\n')}
  others DELIVRD
A text with the word "moderation" waits for a moderator.

curl '${url}/service/Message/SendSmsMessage?${query}' -d recipient=77010000000 -d text=Hello

In the browser: ${url}. Control: ${url}/_control/state. Ctrl-C stops.`;
}

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
	console.log(introduction(service));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void service.close().then(() => process.exit(0)));
	}
}

run().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
