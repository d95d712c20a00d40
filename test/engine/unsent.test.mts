import dns from 'node:dns';
import tlsModule from 'node:tls';

import { harness } from './lib/harness.mts';
import { caller } from './tls/caller.mts';
import { certificate } from './tls/certificate.mts';
import { between, closeAll, plainHttp, tcp, tls, type Witness } from './tls/servers.mts';

const call = caller(harness());

const authority = certificate({ name: 'authority', isAuthority: true });
const self = certificate();
const leaf = certificate({ issuer: authority });
const VERSIONS = ['TLSv1.2', 'TLSv1.3'] as const;

/** Lets this process trust the authority, as NODE_EXTRA_CA_CERTS does for n8n. */
function trustAuthority(): void {
	const create = tlsModule.createSecureContext;
	jest
		.spyOn(tlsModule, 'createSecureContext')
		.mockImplementation((options) => create({ ...options, ca: authority.cert }));
}

afterEach(() => {
	jest.restoreAllMocks();
	closeAll();
});

const ALERT_HANDSHAKE_FAILURE = Buffer.from([21, 3, 3, 0, 2, 2, 40]);
const never = () => {};

describe('nothing of the request was written', () => {
	test.each<[string, () => Promise<Witness>, string]>([
		['a plain HTTP server', plainHttp, 'EPROTO'],
		[
			'a reset on connecting',
			async () => await tcp((socket) => socket.resetAndDestroy()),
			'ECONNRESET',
		],
		['an end on connecting', async () => await tcp((socket) => socket.end()), 'ECONNRESET'],
		[
			'a reset in the handshake',
			async () => await tcp((socket) => socket.once('data', () => socket.resetAndDestroy())),
			'ECONNRESET',
		],
		[
			'an end in the handshake',
			async () => await tcp((socket) => socket.once('data', () => socket.end())),
			'ECONNRESET',
		],
		[
			'an alert in the handshake',
			async () =>
				await tcp((socket) => socket.once('data', () => socket.end(ALERT_HANDSHAKE_FAILURE))),
			'EPROTO',
		],
	])('%s', async (_, start, code) => {
		const server = await start();
		const { kind, detail } = await call(`https://127.0.0.1:${server.port}`);
		expect([kind, detail, server.bytes()]).toEqual(['unreachable', code, 0]);
	});

	test('a handshake that stands still', async () => {
		const server = await tcp(never);
		const { kind, detail } = await call(`https://127.0.0.1:${server.port}`, 300);
		expect([kind, detail, server.bytes()]).toEqual(['unreachable', 'ECONNABORTED', 0]);
	});

	describe.each(VERSIONS)('a certificate that is not accepted, %s', (version) => {
		const options = { minVersion: version, maxVersion: version };

		test.each([
			['signed by itself', self, 'DEPTH_ZERO_SELF_SIGNED_CERT', ''],
			['of an unknown issuer', leaf, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', ''],
			['of an unknown issuer who comes along', leaf, 'SELF_SIGNED_CERT_IN_CHAIN', authority.cert],
		])('%s', async (_, given, code, chain) => {
			const server = await tls(given, never, { ...options, chain });
			const { kind, detail } = await call(`https://127.0.0.1:${server.port}`);
			expect([kind, detail, server.bytes()]).toEqual(['unreachable', code, 0]);
		});

		test.each([
			['expired', { until: new Date(Date.UTC(2021, 0, 1)) }, 'CERT_HAS_EXPIRED'],
			['for another host', { host: 'example.com' }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
		])('%s', async (_, change, code) => {
			trustAuthority();
			const server = await tls(certificate({ issuer: authority, ...change }), never, options);
			const { kind, detail } = await call(`https://127.0.0.1:${server.port}`);
			expect([kind, detail, server.bytes()]).toEqual(['unreachable', code, 0]);
		});
	});

	test.each(['http', 'https'])(
		'two addresses, at both of which nothing listens, %s',
		async (scheme) => {
			const gone = await plainHttp();
			gone.close();
			const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
			jest.spyOn(dns, 'lookup').mockImplementation(((
				_host: string,
				options: dns.LookupOptions,
				done: (...found: unknown[]) => void,
			) => {
				if (options.all) done(null, addresses);
				else done(null, addresses[0].address, 4);
			}) as never);
			const { kind, detail } = await call(`${scheme}://service.test:${gone.port}`);
			expect([kind, detail]).toEqual(['unreachable', 'ECONNREFUSED']);
		},
	);
});

describe('something may have been written', () => {
	describe.each(VERSIONS)('over %s', (version) => {
		const options = { minVersion: version, maxVersion: version };
		beforeEach(trustAuthority);

		test.each<[string, Parameters<typeof tls>[1], string, string]>([
			['a reset after the request', (_, raw) => raw.resetAndDestroy(), 'lost', 'ECONNRESET'],
			['an end after the request', (socket) => socket.end(), 'lost', 'ECONNRESET'],
			['no answer', never, 'timeout', 'ECONNABORTED'],
		])('%s', async (_, onRequest, expected, code) => {
			const server = await tls(leaf, onRequest, options);
			const { kind, detail } = await call(`https://127.0.0.1:${server.port}`, 1500);
			expect([kind, detail]).toEqual([expected, code]);
			expect(server.bytes()).toBeGreaterThan(0);
		});

		test('bytes that are no TLS, after the request', async () => {
			const server = await tls(leaf, never, options);
			const proxy = await between(
				server,
				(client) => client.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
				() => server.bytes() > 0,
			);
			const { kind, detail } = await call(`https://127.0.0.1:${proxy.port}`);
			expect(kind).toBe('lost');
			expect(detail).toMatch(/SSL|EPROTO/);
			expect(server.bytes()).toBeGreaterThan(0);
		});

		test('an alert for want of a certificate of the client', async () => {
			const server = await tls(leaf, never, { ...options, requestCert: true, ca: authority.cert });
			const { kind, detail } = await call(`https://127.0.0.1:${server.port}`);
			// In TLS 1.3 the client has written when the server looks at its certificate.
			expect([kind, detail]).toEqual(
				version === 'TLSv1.3'
					? ['lost', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED']
					: ['unreachable', expect.anything()],
			);
		});
	});

	test.each<[string, Parameters<typeof tcp>[0]]>([
		['an end on connecting', (socket) => socket.end()],
		['a reset after the request', (socket) => socket.once('data', () => socket.resetAndDestroy())],
	])('plain HTTP: %s', async (_, onConnection) => {
		const server = await tcp(onConnection);
		const { kind } = await call(`http://127.0.0.1:${server.port}`);
		expect(kind).toBe('lost');
	});
});
