import type {
	IAuthenticate,
	Icon,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { apiKeyOf, isOwnService } from '../nodes/shared/api/account';

/**
 * The test is a function of the Link node (`testedBy`): the service answers HTTP 200 to a wrong key, too, and
 * a declarative test could not show the host that it names for an account of another one.
 */
export class MobizonSmsApi implements ICredentialType {
	name = 'mobizonSmsApi';

	displayName = 'Mobizon SMS API';

	icon: Icon = { light: 'file:mobizon.svg', dark: 'file:mobizon.dark.svg' };

	documentationUrl = 'https://example.com/n8n-nodes-mobizon/docs/credential.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Server',
			name: 'server',
			type: 'options',
			default: 'https://api.mobizon.kz',
			description: 'Where the account was registered. A key works on its own server only.',
			options: [
				{ name: 'Brazil (mobizon.com.br)', value: 'https://api.mobizon.com.br' },
				{ name: 'Germany and EU (mobizon.gmbh)', value: 'https://api.mobizon.gmbh' },
				{ name: 'International, Old Keys (mobizon.com)', value: 'https://api.mobizon.com' },
				{ name: 'Kazakhstan (mobizon.kz)', value: 'https://api.mobizon.kz' },
				{ name: 'Other', value: 'other' },
				{ name: 'Ukraine (mobizon.ua)', value: 'https://api.mobizon.ua' },
				{ name: 'Uzbekistan (mobizon.uz)', value: 'https://api.mobizon.uz' },
			],
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://api.mobizon.kz',
			description: 'Address of the server, beginning with https:// or http://',
			displayOptions: { show: { server: ['other'] } },
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'From the control panel of your account, under API',
			hint: 'If the control panel limits the key to certain IP addresses, add the address of this n8n',
		},
		{
			displayName: 'Account Time Zone',
			name: 'timezone',
			type: 'string',
			default: '',
			placeholder: 'e.g. Asia/Almaty',
			hint: 'Leave it empty, unless your account is set to another zone than that of its country. The servers International and Other need it.',
			description:
				'Time zone set in your account, in which the service reads and writes its times, as an IANA name such as Asia/Almaty. Empty means the time zone of the country of the server: Asia/Almaty, Europe/Kyiv, America/Sao_Paulo, Europe/Berlin or Asia/Tashkent.',
		},
	];

	/**
	 * Adds key, format and version to a request to the service at the chosen server, and nothing to any other.
	 *
	 * Not a declaration: n8n would evaluate the key for every call, and cannot while another poll of the same
	 * workflow ends.
	 */
	authenticate: IAuthenticate = async (data, options) =>
		!isDiverted(options) && isOwnService(data, addressOf(options))
			? { ...options, qs: { ...options.qs, output: 'json', api: 'v1', apiKey: apiKeyOf(data) } }
			: options;
}

/** The HTTP Request node calls it `uri`. */
const addressOf = (options: IHttpRequestOptions & { uri?: string }): string =>
	options.url || options.uri || '';

/**
 * Whether an HTTP Request node names a proxy, or in a Host header another server at the same address: they could
 * read the key. Axios looks for headers below `common` and `post`, too, and drops white space around their names.
 */
const isDiverted = ({ proxy, headers = {} }: IHttpRequestOptions): boolean =>
	Boolean(proxy) || /host["\s\\]/i.test(JSON.stringify(headers));
