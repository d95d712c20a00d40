import { fromItem, harness } from '../engine/lib/harness.mts';

const h = harness();

/** Sends a message for each item. Gives what the editor shows above the output. */
async function hintsOf(items: Array<{ text: string }>): Promise<string[] | undefined> {
	const parameters = { recipient: '77010000001', text: fromItem('text') };
	const { run, error } = await h.message('message.send', parameters, { items });
	expect(error).toBeUndefined();
	return run.data.resultData.runData.Node.at(-1)?.hints?.map(({ message, location }) => {
		expect(location).toBe('outputPane');
		return message;
	});
}

test('says how many messages take more than one segment', async () => {
	const long = { text: 'x'.repeat(161) };
	expect(await hintsOf([{ text: 'Hi' }, long])).toEqual([
		'One message takes more than one segment, and each segment is billed.',
	]);
	expect(await hintsOf([long, long])).toEqual([
		'2 messages take more than one segment, and each segment is billed.',
	]);
});

test('says that a message waits for a moderator, and is not to be sent again', async () => {
	expect(await hintsOf([{ text: 'For moderation' }])).toEqual([
		'One message waits for a moderator of the service and will go out after that. Nothing needs to be sent again.',
	]);
});

test('says nothing where all is as expected', async () => {
	expect(await hintsOf([{ text: 'Hi' }])).toEqual([]);
});
