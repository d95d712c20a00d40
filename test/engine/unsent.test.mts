import dns from 'node:dns';
import { createRequire } from 'node:module';
import tlsModule from 'node:tls';

import { accountFrom } from '../../nodes/shared/api/account.ts';
import type { NoResponse } from '../../nodes/shared/api/faults.ts';
import { post, requestBy } from '../../nodes/shared/api/transport.ts';
import { startService } from '../service/index.mts';
import { contextOf } from './lib/context.mts';
import { harness } from './lib/harness.mts';
import { certificate, type Certificate } from './tls/certificate.mts';
import { closeAll, proxy, tcp, tls, type Witness } from './tls/servers.mts';

const h = harness();

/**
 * Makes one call of a node through n8n's own helper, without the patience of the layers above, which
 * would make some of the calls again. It ends without an answer.
 */
async function call(baseUrl: string, timeoutMs = 20_000) {
	const credential = h.credential({ baseUrl });
	const context = await contextOf(h, credential);
	const account = accountFrom(credential);
	const given = { method: 'Link/Delete', form: 'ids[]=1', timeoutMs };
	const fault = await post(requestBy(context, account), account, given).catch(
		(reason: NoResponse) => reason,
	);
	return 'kind' in fault ? [fault.kind, fault.detail] : ['answered'];
}

const own = certificate();
const old = certificate({ until: new Date(Date.UTC(2021, 0, 1)) });
const other = certificate({ host: 'example.com' });
const VERSIONS = ['TLSv1.2', 'TLSv1.3'] as const;

/** Lets this process trust a certificate, as NODE_EXTRA_CA_CERTS does for n8n. */
function trust({ cert }: Certificate): void {
	const create = tlsModule.createSecureContext;
	jest
		.spyOn(tlsModule, 'createSecureContext')
		.mockImplementation((options) => create({ ...options, ca: cert }));
}

afterEach(closeAll);

const WAYS = ['directly', 'through a proxy'] as const;
const OVER = VERSIONS.flatMap((version) => WAYS.map((way) => [version, way] as const));

const take = async (way: (typeof WAYS)[number]) => {
	if (way === 'directly') return;
	const HTTPS_PROXY = `http://127.0.0.1:${(await proxy()).port}`;
	jest.replaceProperty(process, 'env', { HTTPS_PROXY });
};

const ALERT_HANDSHAKE_FAILURE = Buffer.from([21, 3, 3, 0, 2, 2, 40]);
const never = () => {};
type OnConnection = Parameters<typeof tcp>[0];
type OnRequest = Parameters<typeof tls>[1];

/** Calls a server, and expects this end, and whether bytes of the request came to it. */
async function expectEnd(server: Witness, end: unknown[], isWritten: boolean, timeoutMs?: number) {
	expect(await call(`https://127.0.0.1:${server.port}`, timeoutMs)).toEqual(end);
	expect(server.bytes() > 0).toBe(isWritten);
}

/** The local service, which speaks plain HTTP. */
const ownService = () => ({ port: h.service.port, bytes: () => h.service.calls.length });

const onData = (act: OnConnection): OnConnection => {
	return (socket) => socket.once('data', () => act(socket));
};
const RESET: OnConnection = (socket) => socket.resetAndDestroy();
const END: OnConnection = (socket) => socket.end();
const ALERT: OnConnection = (socket) => socket.end(ALERT_HANDSHAKE_FAILURE);

describe.each(WAYS)('nothing of the request was written, %s', (way) => {
	beforeEach(async () => await take(way));

	test.each<[string, () => Promise<Witness>, string]>([
		['a plain HTTP server', async () => ownService(), 'EPROTO'],
		['a reset on connecting', async () => await tcp(RESET), 'ECONNRESET'],
		['an end on connecting', async () => await tcp(END), 'ECONNRESET'],
		['a reset in the handshake', async () => await tcp(onData(RESET)), 'ECONNRESET'],
		['an end in the handshake', async () => await tcp(onData(END)), 'ECONNRESET'],
		['an alert in the handshake', async () => await tcp(onData(ALERT)), 'EPROTO'],
	])('%s', async (_, start, code) => {
		await expectEnd(await start(), ['unreachable', code], false);
	});

	test('a handshake that stands still', async () => {
		await expectEnd(await tcp(never), ['unreachable', 'ECONNABORTED'], false, 300);
	});

	describe.each(VERSIONS)('a certificate that is not accepted, %s', (version) => {
		test.each([
			['signed by itself', own, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
			['expired', old, 'CERT_HAS_EXPIRED'],
			['for another host', other, 'ERR_TLS_CERT_ALTNAME_INVALID'],
		])('%s', async (_, given, code) => {
			if (given !== own) trust(given);
			const server = await tls(given, never, { minVersion: version, maxVersion: version });
			await expectEnd(server, ['untrusted', code], false);
		});
	});
});

describe('nothing of the request was written', () => {
	test.each(['http', 'https'])('two addresses, nothing listens at both, %s', async (scheme) => {
		const gone = await startService();
		await gone.close();
		const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
		const lookup = (
			_host: string,
			options: dns.LookupOptions,
			done: (...found: unknown[]) => void,
		) => (options.all ? done(null, addresses) : done(null, addresses[0].address, 4));
		jest.spyOn(dns, 'lookup').mockImplementation(lookup as never);
		const end = await call(`${scheme}://service.test:${gone.port}`);
		expect(end).toEqual(['unreachable', 'ECONNREFUSED']);
	});

	test.each(['127.0.0.1', 'localhost'])('n8n keeps its nodes from %s', async (host) => {
		const core = createRequire(require.resolve('n8n-core'));
		const protection = core('@n8n/di').Container.get(core('@n8n/config').SsrfProtectionConfig);
		jest.replaceProperty(protection, 'enabled', true);
		expect(await call(`http://${host}:${h.service.port}`)).toEqual(['blocked', '']);
		expect(h.service.calls).toEqual([]);
	});
});

describe('something may have been written', () => {
	describe.each(OVER)('over %s, %s', (version, way) => {
		const options = { minVersion: version, maxVersion: version };
		beforeEach(async () => {
			trust(own);
			await take(way);
		});

		test.each<[string, OnRequest, string[]]>([
			['a reset after the request', (_, raw) => raw.resetAndDestroy(), ['lost', 'ECONNRESET']],
			['an end after the request', (socket) => socket.end(), ['lost', 'ECONNRESET']],
			['no answer', never, ['timeout', 'ECONNABORTED']],
		])('%s', async (_, onRequest, end) => {
			await expectEnd(await tls(own, onRequest, options), end, true, 1500);
		});
	});

	test.each<[string, OnConnection]>([
		['an end on connecting', END],
		['a reset after the request', onData(RESET)],
	])('plain HTTP: %s', async (_, onConnection) => {
		const server = await tcp(onConnection);
		const [kind] = await call(`http://127.0.0.1:${server.port}`);
		expect(kind).toBe('lost');
	});
});
