import { NUMBER_INFO, SIMPLE_EVENT } from '../../nodes/Message/row.ts';
import { nullable } from '../schemas/schema.mts';
import { always, pick } from './shared.mts';
import type { Scenario } from './scenario.mts';

export const scenario: Scenario = {
	output: {
		...pick(['status', 'to', ...SIMPLE_EVENT, ...NUMBER_INFO]),
		eventId: always('string'),
		previousStatus: nullable('string'),
	},
	sample: { id: 70000000001, status: 'DELIVRD' },
	mistakes: {
		'**Any Status** to react to the end: a message starts the workflow several times':
			'choose Final Status, Delivered or Failed',
		'The workflow sends an SMS, whose own end starts it again':
			'filter by **Campaign IDs** or **From**, or set **Max per Recipient per Day**',
	},
	run: async (h) => {
		const { n8nHost } = await import('../trigger/lib/n8nHost.mts');
		const parameters = { triggerOn: 'any', options: { withNumberInfo: true } };
		const host = await n8nHost(h.service, { parameters });
		const json = await host.items('manual');
		return { main: json.map((data) => ({ json: data })) };
	},
};
