import type { INodeProperties } from 'n8n-workflow';

import { ItemParameters, type Parse } from '../../nodes/shared/input/itemParameters.ts';
import type { Zones } from '../../nodes/shared/input/time/zone.ts';

/** The zones of all examples. Almaty is at +05:00 all year, Berlin at +01:00 in winter. */
export const ZONES: Zones = { account: 'Asia/Almaty', workflow: 'Europe/Berlin' };

/** What is said, and what to do about it. */
export type Said = [message: string, hint: string];

/**
 * What is said of values that parameters do not take.
 *
 * @param values by the names and paths of the parameters
 * @throws Error when they are taken after all
 */
export function refused(
	fields: INodeProperties[],
	values: Readonly<Record<string, unknown>>,
	read: (item: ItemParameters) => unknown,
): Said {
	const getNodeParameter = (name: string, _item: number, fallback: object | null): unknown =>
		values[name] ?? fallback;
	const source = { getNodeParameter };
	try {
		read(new ItemParameters(source, 0, fields, ZONES));
	} catch (refusal) {
		// Not by its class: tsx loads a module twice, for import and for require.
		if (refusal instanceof Error && refusal.name === 'Refusal' && 'hint' in refusal) {
			if (refusal.message.includes('could not be read')) throw refusal;
			return [refusal.message, String(refusal.hint ?? '')];
		}
		throw refusal;
	}
	throw new Error(`nothing was refused of ${JSON.stringify(values)}`);
}

/** The same for one value of a text parameter of this displayed name. */
export const refusedValue = (label: string, value: unknown, parse: Parse<unknown>): Said =>
	refused([{ displayName: label, name: 'value', type: 'string', default: '' }], { value }, (item) =>
		item.required('value', parse),
	);
