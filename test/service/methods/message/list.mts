import { z } from 'zod';
import { defineMethod, ok } from '../../api/method.mts';
import { flag, pagination, sort } from '../../api/params.mts';
import { pageAnswer } from '../../freedoms/lists.mts';
import { moveMessages } from '../../freedoms/moves.mts';
import { pageOf } from '../../freedoms/order.mts';
import type { StoredMessage } from '../../store/messages.mts';
import { messageRow } from '../../wire/rows.mts';
import { criteria, replicaFor, select } from './select.mts';

const params = z.strictObject({
	withNumberInfo: flag.default('0'),
	criteria,
	pagination,
	sort: sort<StoredMessage>({
		// Padded, so that texts of digits sort by value.
		campaignId: (message) => message.campaignId.padStart(19, '0'),
		from: (message) => message.from,
		to: (message) => message.to,
		text: (message) => message.text,
		status: (message) => message.status,
		startSendTs: (message) => message.startSendTs,
		statusUpdateTs: (message) => message.statusUpdateTs,
		segNum: (message) => message.segNum,
	}),
});

/** Message/List: what fits all criteria, a page at a time. */
export const list = defineMethod('Message/List', params, (given, context) => {
	moveMessages(context);
	const { store, random } = context;
	const { messages, freedoms } = store;
	const replica = replicaFor(context);
	const found = () => select(store, given.criteria, given.sort, replica);
	const view = replica ? found() : messages.view([given.criteria, given.sort, freedoms], found);
	const page = pageOf(view, given.pagination, given.sort, freedoms, random);
	const rows = page.map((message) => messageRow(message, context, given.withNumberInfo === 1));
	return ok(pageAnswer(rows, view.length, context));
});
