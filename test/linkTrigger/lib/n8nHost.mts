import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { LinkTrigger } from '../../../nodes/LinkTrigger/LinkTrigger.node';
import type { LocalService } from '../../service/index.mts';
import { n8nHost as hostOf } from '../../trigger/lib/n8nHost.mts';

export async function n8nHost(
	service: LocalService,
	parameters: INodeParameters = {},
	beforeCall?: () => Promise<void>,
) {
	const host = await hostOf(service, { parameters, beforeCall }, new LinkTrigger());
	return {
		...host,
		/** Switches the workflow on: n8n polls at once, and saves the static data whatever comes. */
		async activate(): Promise<IDataObject[]> {
			const emitted = await host.items();
			host.save();
			return emitted;
		},
		/** n8n ends and starts again, or the workflow is published anew with other parameters. */
		restart(changed: INodeParameters = host.node.parameters): void {
			host.node.parameters = changed;
			host.restart();
		},
	};
}
