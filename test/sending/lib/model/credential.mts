import type { IHttpRequestOptions } from 'n8n-workflow';

import { Credentials } from '../../../engine/lib/credentials.mts';

/** The stored credential; what it adds to a request is worked out once, since that takes a while. */
export class Credential extends Credentials {
	private qs: IHttpRequestOptions['qs'];

	override async authenticate(
		...[data, type, options, workflow, node]: Parameters<Credentials['authenticate']>
	): Promise<IHttpRequestOptions> {
		const url = 'url' in options ? String(options.url) : '';
		this.qs ??= (await super.authenticate(data, type, { url }, workflow, node)).qs;
		return { ...options, url, qs: { ...options.qs, ...this.qs } };
	}
}
