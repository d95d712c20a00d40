import { parseArgs } from 'node:util';
import { DEFAULT_KEY, RECIPIENTS, startService } from './index.mts';

async function start() {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '8765' },
			dialect: { type: 'string', default: 'observed' },
			timezone: { type: 'string' },
		},
	});
	const dialect = (['observed', 'documented'] as const).find((each) => each === values.dialect);
	if (dialect === undefined) throw new Error('--dialect is observed or documented');
	return await startService({ port: Number(values.port), dialect, timezone: values.timezone });
}

const service = await start().catch((reason) => {
	const isTaken = reason.code === 'EADDRINUSE';
	const advice = '; choose another one: npm run service -- --port 8766';
	console.error(`${reason.message}${isTaken ? advice : ''}`);
	process.exit(1);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
	process.once(signal, () => void service.close().then(() => process.exit(0)));
}

const { url, timezone, dialect } = service;
const endings = Object.entries(RECIPIENTS).map(([ending, status]) => `  ...${ending}  ${status}`);
const query = `output=json&api=v1&apiKey=${DEFAULT_KEY}`;
console.log(`The local SMS service listens on ${url} (dialect ${dialect}, time zone ${timezone}).
Nothing is really sent. All is forgotten when it stops.

API key ${DEFAULT_KEY}

What becomes of a message, by the last two digits of its recipient:
${endings.join('\n')}
  others DELIVRD
A text with the word "moderation" waits for a moderator.

curl '${url}/service/Message/SendSmsMessage?${query}' -d recipient=77010000000 -d text=Hello

In the browser: ${url}. Ctrl-C stops.`);
