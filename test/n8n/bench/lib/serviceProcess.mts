import { startService } from '../../../service/index.mts';

// The local service in a process of its own. The parent says which recipient is refused for good.
const service = await startService({ lifecycle: 'manual' });

process.on('message', (refused) => {
	service.faults.add({
		method: 'Message/SendSmsMessage',
		when: ({ params }) =>
			typeof params === 'object' &&
			params !== null &&
			'recipient' in params &&
			params.recipient === refused,
		times: Infinity,
		kind: { code: 1, data: { recipient: ['is on the stop list'] } },
	});
	process.send?.('refusing');
});
process.on('disconnect', () => process.exit(0));
process.send?.(service.url);
