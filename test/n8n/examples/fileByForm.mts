import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { N8N_DIR } from '../lib/machine.mts';
import { KEYS } from '../lib/workflows.mts';
import { checkRows, type Play } from './stage.mts';

const { user: USER, password: PASSWORD } = KEYS.httpBasicAuth.data;

/** As Excel saves it, with a byte order mark. */
const CSV =
	'\ufeffname,phone\nAigerim,+7 701 555 08 00\nBoris,+7 701 555 08 02\nTypo,+7 701 555\n,+7 701 555 08 06\n';
const CORRECTED = [
	{ name: 'Aigerim', phone: 87015550800 },
	{ name: 'Typo', phone: '+7 701 555 08 04' },
];

/** A workbook, as Excel saves it, by the library that n8n reads it with. */
function workbook(rows: object[]): Buffer {
	const xlsx = createRequire(`${N8N_DIR}/package.json`)('@e965/xlsx');
	const book = xlsx.utils.book_new();
	xlsx.utils.book_append_sheet(book, xlsx.utils.json_to_sheet(rows), 'People');
	return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' });
}

async function upload(n8nUrl: string, name: string, content: string | Buffer): Promise<void> {
	const login = Buffer.from(`${USER}:${PASSWORD}`).toString('base64');
	const address = `${n8nUrl}/form/sms-file`;
	// A form without a login would send the texts of anybody.
	const stranger = await fetch(address, { method: 'POST', body: new FormData() });
	assert.equal(stranger.status, 401, 'a stranger');
	const form = new FormData();
	form.set('field-0', new Blob([content]), name);
	form.set('field-1', 'spring-sale');
	form.set('field-2', 'Hello {name}, our spring sale begins on Monday!');
	const headers = { authorization: `Basic ${login}` };
	const { status } = await fetch(address, { method: 'POST', body: form, headers });
	assert.equal(status, 200, 'the form');
}

/** Uploads a CSV with a bad number, then a workbook with it corrected: nobody gets the SMS twice. */
export const checkFileByForm: Play = async (stage) => {
	const { session, n8nUrl } = stage;
	const workflow = await session.publish(stage.file);
	const messages = stage.listen();
	const outcomes = async () =>
		(await session.readDataTable('SMS sent')).map(({ name, outcome }) => `${name} ${outcome}`);

	await upload(n8nUrl, 'people.csv', CSV);
	const [first] = await session.executionsOf(workflow, 1);
	assert.deepEqual(first.items('How it went'), [{ sent: 2, hadItBefore: 0, notSent: 2 }]);
	assert.deepEqual(await outcomes(), ['Aigerim accepted', 'Boris accepted']);
	const what = /^"Recipient" is too short/;
	const typo = { name: 'Typo', outcome: 'refused', what, whatToDo: /country code/ };
	const nameless = { phone: '+7 701 555 08 06', outcome: 'refused', what: /^"Text" is empty/ };
	checkRows(await session.readDataTable('SMS not sent'), [typo, nameless], 'not sent');

	await upload(n8nUrl, 'people.xlsx', workbook(CORRECTED));
	await session.executionsOf(workflow, 2);
	assert.deepEqual((await outcomes()).slice(2), ['Aigerim skipped', 'Typo accepted']);
	const texts = messages().map(({ to, text }) => `${to}: ${text}`);
	assert.deepEqual(texts.sort(), [
		'77015550800: Hello Aigerim, our spring sale begins on Monday!',
		'77015550802: Hello Boris, our spring sale begins on Monday!',
		'77015550804: Hello Typo, our spring sale begins on Monday!',
	]);
};
