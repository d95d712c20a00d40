/** Who owns the n8n of demos and tests. No secret: it listens on this machine only. */
export const OWNER = { email: 'owner@example.com', password: 'Demo-password-1' };

/** A logged-in connection to the REST API of n8n's editor. */
export interface Session {
	/** Sends one request and gives the `data` of the answer. Throws with n8n's own message. */
	call<T>(method: string, path: string, body?: unknown): Promise<T>;
}

interface Settings {
	userManagement: { showSetupOnFirstLoad?: boolean };
}

/** n8n's own words for an error; its answer also holds a stack trace. */
function messageIn(text: string): string {
	try {
		const { message }: { message?: string } = JSON.parse(text);
		return message ?? text;
	} catch {
		return text;
	}
}

/** Sends one request to n8n; gives the `data` of the answer and the cookies set by it. */
async function send<T>(url: string, method: string, path: string, body?: unknown, cookie = '') {
	const response = await fetch(`${url}/rest${path}`, {
		method,
		headers: { 'content-type': 'application/json', cookie },
		body: body === undefined ? undefined : JSON.stringify(body),
	});
	const text = await response.text();
	if (!response.ok) {
		throw new Error(`n8n answered ${response.status} to ${method} ${path}: ${messageIn(text)}`);
	}
	const { data }: { data: T } = JSON.parse(text);
	const cookies = response.headers.getSetCookie().map((value) => value.split(';')[0]);
	return { data, cookie: cookies.join('; ') };
}

/** Logs in as the owner; creates the owner first when this n8n has none. */
export async function logIn(url: string): Promise<Session> {
	const settings = await send<Settings>(url, 'GET', '/settings');
	const isNew = settings.data.userManagement.showSetupOnFirstLoad;
	const owner = { ...OWNER, firstName: 'Demo', lastName: 'Owner' };
	const login = { emailOrLdapLoginId: OWNER.email, password: OWNER.password };
	const { cookie } = isNew
		? await send(url, 'POST', '/owner/setup', owner)
		: await send(url, 'POST', '/login', login);
	return {
		async call<T>(method: string, path: string, body?: unknown) {
			return (await send<T>(url, method, path, body, cookie)).data;
		},
	};
}
