import type { Store } from '../store/store.mts';
import { DAY, HOUR, NOON, SECOND } from './harness.mts';

/** Messages 1 to 3 of campaign 11, which was sent yesterday, and 4 of campaign 12, which waits. */
export function addFourMessages(store: Store): void {
	const old = store.campaigns.add({ id: '11', createTs: NOON - DAY, sentTs: NOON - DAY + HOUR });
	const due = store.campaigns.add({
		id: '12',
		createTs: NOON,
		status: 'AUTO_READY_FOR_SEND',
		deferredToTs: NOON + DAY,
	});
	const row = { createdAt: NOON - DAY, campaignId: old.id };
	store.addMessage({ ...row, id: '1', to: '77011112233', text: 'Hi', groups: '5,6', segNum: 3 });
	store.addMessage({ ...row, id: '2', from: 'Shop', status: 'UNDELIV', statusUpdateTs: NOON });
	store.addMessage({ ...row, id: '3', startSendTs: NOON, statusUpdateTs: NOON + SECOND });
	store.addMessage({ id: '4', status: 'NEW', campaignId: due.id, text: 'Later' });
}
