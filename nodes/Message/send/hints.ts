import type { IDataObject } from 'n8n-workflow';

import { plural, quote } from '../../shared/input/parse';
import { blankHint } from '../sms/filledText';
import { hasForeignCharacters, nonGsmText, smartEncoding } from '../sms/nonGsmCharacters';
import type { Item } from './items';
import type { Outgoing } from './outgoing';
import type { Records } from './records';

/** Hints above the output in the editor, so that moderation and the bill are no surprise. */
export function showHints(items: Item[], outputs: IDataObject[], records: Records): void {
	const { run, spent, keys } = records;
	const dry = outputs.filter(({ dryRun }) => dryRun);
	const sent = outputs.filter(({ outcome }) => outcome === 'accepted' || outcome === 'queued');
	const skipped = outputs.filter((output) => output.skipped);
	const optedOut = skipped.filter(({ reason }) => reason === 'optedOut');
	const hints = [
		blankHint([...spent].map(({ index, message: { blanks } }) => ({ index, blanks }))),
		sharedKey(items),
		repeats([...spent]),
		skips(skipped.length - optedOut.length, 'the Send Once Key was used before'),
		skips(optedOut.length, 'Skip Recipients has the number'),
		waited(keys?.waitedMs ?? 0),
		rehearsal(dry),
		moderation(sent),
		deferral(sent),
		bill(sent),
		...unicode([...spent].map(({ message }) => message)),
	];
	for (const hint of hints) run.hint(hint);
}

const waited = (ms: number): string | undefined =>
	ms < 1000
		? undefined
		: `It waited ${Math.round(ms / 1000)} s for a Send Once Key that another item or execution was using.`;

/** Mostly a key with an empty field in it: one message is sent, and the others would be missing unnoticed. */
function sharedKey(items: Item[]): string | undefined {
	const keys = new Map<string, Set<string>>();
	for (const { of, message } of items) {
		const { onceKey: key, oncePer } = message.options;
		if (key === undefined || oncePer === 'recipient') continue;
		const recipients = keys.get(key) ?? new Set();
		keys.set(key, recipients.add(of));
	}
	const [shared] = [...keys].filter(([, recipients]) => recipients.size > 1);
	if (!shared) return undefined;
	const [key, { size }] = shared;
	return `${size} recipients have the same Send Once Key, ${quote(key)}: only one of them gets the message. Make the key different for each, as {{ $json.id }} is, or set Send Once Per to Key and Recipient.`;
}

/** Mostly a fixed number, or an expression that gives the values of the first item for all of them. */
function repeats(items: Item[]): string | undefined {
	const times = new Map<string, number>();
	for (const { content } of items) times.set(content, (times.get(content) ?? 0) + 1);
	const most = [...times.values()].reduce((a, b) => Math.max(a, b), 0);
	return most < 2
		? undefined
		: `${most} messages have the same recipient and text. If one is enough, turn on Execute Once in the settings of the node. If each is for another person, take the values of the item, as {{ $json.phone }} or {{ $('Customers').item.json.phone }} do.`;
}

const skips = (number: number, why: string): string | undefined =>
	number === 0 ? undefined : `${count(number, 'was', 'were')} not sent, because ${why}.`;

const rehearsal = (dry: IDataObject[]): string | undefined =>
	dry.length === 0
		? undefined
		: `${count(dry.length, 'would', 'would')} be sent without Dry Run, ${plural(sum(dry), 'segment')} in all.`;

function moderation(outputs: IDataObject[]): string | undefined {
	const waiting = outputs.filter(({ statusText }) => statusText === 'awaitingModeration').length;
	return waiting === 0
		? undefined
		: `${count(waiting, 'waits', 'wait')} for a moderator of the service, and ${waiting === 1 ? 'goes out if it is' : 'go out if they are'} approved. Do not send again.`;
}

function deferral(outputs: IDataObject[]): string | undefined {
	const times = outputs.flatMap(({ deferredTo }) =>
		typeof deferredTo === 'string' ? [deferredTo] : [],
	);
	if (times.length === 0) return undefined;
	const moments = [...new Set(times)].sort((a, b) => Date.parse(a) - Date.parse(b));
	const last = moments.length > 1 ? `, the last one until ${moments[moments.length - 1]}` : '';
	return `${count(times.length, 'waits', 'wait')} until ${moments[0]}${last}.`;
}

function bill(outputs: IDataObject[]): string | undefined {
	const long = outputs.filter(({ segments }) => Number(segments) > 1).length;
	if (long === 0) return undefined;
	return `${count(long, 'takes', 'take')} more than one segment, and each segment is billed: ${sum(outputs)} in all.`;
}

/** Which characters make messages long, and what can be done about it. */
function unicode(messages: Outgoing[]): Array<string | undefined> {
	const long = messages.filter(({ segments, text }) => segments > 1 && hasForeignCharacters(text));
	const isPlain = ({ text }: Outgoing) => smartEncoding(text) !== text;
	return [
		because(long.filter(isPlain), '; Smart Encoding would replace them'),
		because(long.filter((message) => !isPlain(message))),
	];
}

const because = (messages: Outgoing[], advice = ''): string | undefined =>
	messages.length === 0
		? undefined
		: `${count(messages.length, 'takes', 'take')} more segments because of characters such as ${nonGsmText(messages[0].text)}${advice}.`;

const sum = (outputs: IDataObject[]): number =>
	outputs.reduce((all, { segments }) => all + Number(segments), 0);

const count = (number: number, one: string, many: string): string =>
	number === 1 ? `One message ${one}` : `${number} messages ${many}`;
