import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialsHelper,
	IHttpRequestOptions,
	IRequestOptionsSimplified,
} from 'n8n-workflow';
import type { PackageDirectoryLoader } from 'n8n-core';

/**
 * Does for the engine what n8n's server does with stored credentials: hands out the data, and carries
 * out the credential's own `authenticate`.
 */
export class Credentials implements ICredentialsHelper {
	constructor(
		private readonly loader: PackageDirectoryLoader,
		private readonly data: ICredentialDataDecryptedObject,
	) {}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		options: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.loader.getCredential(typeName).type;
		if (typeof authenticate !== 'function')
			throw new Error(`${typeName} has no function to authenticate with`);
		// As n8n does: the HTTP Request node has `uri` in place of `url`.
		return await authenticate(credentials, options as IHttpRequestOptions);
	}

	/** A field may be an expression, as in n8n. */
	async getDecrypted(
		...given: Parameters<ICredentialsHelper['getDecrypted']>
	): Promise<ICredentialDataDecryptedObject> {
		const [, , , mode, executeData, , place] = given;
		if (!place) return this.data;
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = place;
		const run = [runExecutionData, runIndex, itemIndex, node.name, connectionInputData] as const;
		const valueOf = (field: string) =>
			workflow.expression.getParameterValue(field, ...run, mode, {}, executeData);
		const fields = Object.entries(this.data).map(([name, value]) => [
			name,
			typeof value === 'string' ? String(valueOf(value) ?? '') : value,
		]);
		return Object.fromEntries(fields);
	}

	getCredentialsProperties = (type: string) => this.loader.getCredential(type).type.properties;
	isCredentialUsableByNode = () => true;
	getParentTypes = () => [];
	preAuthentication = async () => undefined;
	runPreAuthentication = async () => undefined;
	updateCredentials = async () => {};
	updateCredentialsOauthTokenData = async () => {};
	getCredentials = async (): Promise<ICredentials> => {
		throw new Error('encrypted credentials are not part of these tests');
	};
}
