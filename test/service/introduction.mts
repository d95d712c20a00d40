import {
	BLOCKED_KEY,
	DEFAULT_KEY,
	DENIED_KEY,
	RECIPIENTS,
	WRONG_HOST_KEY,
	type LocalService,
} from './index.mts';

/** What a person who started the service needs to know. */
export function introduction({ url, timezone }: LocalService, dialect: string): string {
	const endings = Object.entries(RECIPIENTS).map(([ending, status]) => `  ...${ending}  ${status}`);
	const call = `${url}/service/Message/SendSmsMessage?output=json&api=v1&apiKey=${DEFAULT_KEY}`;
	return [
		`The local SMS service listens on ${url} (dialect ${dialect}, time zone ${timezone}).`,
		'Nothing is really sent. All is forgotten when it stops.',
		'',
		`API key          ${DEFAULT_KEY}`,
		`  wrong host     ${WRONG_HOST_KEY}`,
		`  blocked        ${BLOCKED_KEY}`,
		`  denied         ${DENIED_KEY}`,
		'',
		'What becomes of a message, by the last two digits of its recipient:',
		...endings,
		'  others DELIVRD',
		'A text with the word "moderation" waits for a moderator.',
		'',
		`curl '${call}' -d recipient=77010000000 -d text=Hello`,
		'',
		`In the browser: ${url}. Control: ${url}/_control/state. Ctrl-C stops.`,
	].join('\n');
}
