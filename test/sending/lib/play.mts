import { setTimeout as wait } from 'node:timers/promises';

import { DEFAULT_KEY, startService, type LocalService } from '../../service/index.mts';
import { resultOf, type Engine, type NodeResult } from '../../engine/lib/engine.mts';
import { FAULTS, type Scenario, type ScenarioItem } from './scenario.mts';

export interface Played {
	scenario: Scenario;
	/** The last execution's result. */
	result: NodeResult;
	/** The user stopped the last execution. */
	cancelled: boolean;
	service: LocalService;
}

export const recipientOf = (person: number): string =>
	`7701${String(1_000_000 + person).slice(-7)}`;
export const textOf = (person: number): string => `Hello, number ${person}!`;

const FORMS: Record<ScenarioItem['form'], (digits: string) => string> = {
	plain: (digits) => digits,
	plus: (digits) => `+${digits}`,
	spaced: (digits) => `+7 (${digits.slice(1, 4)}) ${digits.slice(4, 7)}-${digits.slice(7)}`,
	bad: () => 'not a number',
};

/** Plays a scenario in the engine, against a service of its own. The caller closes the service. */
export async function play(n8n: Engine, scenario: Scenario, id: number): Promise<Played> {
	const service = await startService({ dialect: scenario.dialect });
	service.faults.listLag = scenario.listLag;
	if (scenario.rateLimit !== null) {
		service.faults.rateLimit = {
			perSecond: scenario.rateLimit,
			methods: ['Message/SendSmsMessage'],
		};
	}
	for (const { person, faults } of scenario.items) {
		const recipient = recipientOf(person);
		faults.forEach((name) =>
			service.faults.add({
				method: 'Message/SendSmsMessage',
				when: ({ params }) =>
					typeof params === 'object' &&
					params !== null &&
					'recipient' in params &&
					params.recipient === recipient,
				kind: FAULTS[name],
			}),
		);
	}
	const workflow = {
		type: 'message',
		nodeId: `node ${id}`,
		parameters: {
			resource: 'message',
			operation: 'send',
			recipient: '={{ $json.recipient }}',
			text: '={{ $json.text }}',
			options: { maxConcurrent: scenario.maxConcurrent, sendOnceKey: '={{ $json.key }}' },
		},
		items: scenario.items.map(({ person, form, key }) => ({
			recipient: FORMS[form](recipientOf(person)),
			text: textOf(person),
			key: key === null ? '' : `key ${key}`,
		})),
		onError: scenario.onError,
		retryOnFail: scenario.maxTries > 1 ? { maxTries: scenario.maxTries } : undefined,
		credential: {
			server: 'other',
			baseUrl: service.url,
			apiKey: DEFAULT_KEY,
			timezone: service.timezone,
		},
	};
	let result: NodeResult | undefined;
	let cancelled = false;
	for (let execution = 0; execution < scenario.executions; execution++) {
		const before = result?.run.data.executionData?.contextData;
		// n8n keeps it in its database between the two.
		const context = before && structuredClone(before);
		const started = n8n.start({ ...workflow, context });
		cancelled = execution === 0 && scenario.cancelAfter !== null;
		if (cancelled) void wait(scenario.cancelAfter ?? 0).then(() => started.cancel());
		result = resultOf(await started);
		if (!result.error && result.run.status === 'success') break;
	}
	if (!result) throw new Error('a scenario has at least one execution');
	return { scenario, result, cancelled: cancelled && result.run.status === 'canceled', service };
}
