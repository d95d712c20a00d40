import { z } from 'zod';
import { defineMethod, ok } from '../../api/method.mts';
import { flag, pagination, sort } from '../../api/params.mts';
import type { StoredMessage } from '../../store/messages.mts';
import { pageOf } from '../../store/view.mts';
import { messageRow } from '../../wire/message.mts';
import { valuesOf } from '../../wire/values.mts';
import { criteria } from './criteria.mts';
import { select } from './select.mts';

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
	const { store, dialect } = context;
	const { messages } = store;
	const view = messages.views.get(
		[given.criteria, given.sort, store.freedoms],
		messages.version,
		() => select(store, given.criteria, given.sort),
	);
	const page = pageOf(view, given.pagination.pageSize, given.pagination.currentPage);
	return ok({
		items: page.map((message) => messageRow(message, context, given.withNumberInfo === 1)),
		totalItemCount: valuesOf(dialect, store).integer(view.end - view.start),
	});
});
