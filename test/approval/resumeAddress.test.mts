import { checkResumeAddress } from '../../nodes/Message/approval/shortLink';

const SERVER = 'https://api.mobizon.kz';
const check =
	(host: string, server = SERVER) =>
	() =>
		checkResumeAddress(`http://${host}/webhook-waiting/1/2?signature=x`, server);

test.each([
	...['localhost:5678', '127.0.0.1:5678', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.1'],
	...['192.168.1.5', '169.254.1.1', '100.64.0.1', 'n8n', 'n8n:5678', 'n8n.local', 'N8N.LAN'],
	...['[::1]:5678', '[fd00::1]', '[fe80::1]'],
])('%s cannot be reached by a phone', (host) => {
	expect(check(host)).toThrow(/which a phone cannot reach, so nothing was sent$/);
	// In a trial the service is as local as n8n.
	expect(check(host, 'http://127.0.0.1:8765')).not.toThrow();
});

test.each([
	...['n8n.example.com', '8.8.8.8:5678', '172.32.0.1', '172.15.0.1', '100.63.0.1'],
	...['192.169.0.1', '[2001:db8::1]', 'localhost.example.com', '10.example.com'],
])('%s can', (host) => {
	expect(check(host)).not.toThrow();
});
