import { hasScreen } from '../n8n/lib/openBrowser.mts';

it.each([
	['Linux with a screen', { DISPLAY: ':0' }, 'linux', true, true],
	['Linux with Wayland', { WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true, true],
	['a Mac', {}, 'darwin', true, true],
	['Linux without a screen', {}, 'linux', true, false],
	['a run without a terminal', { DISPLAY: ':0' }, 'linux', false, false],
	['a build server', { DISPLAY: ':0', CI: 'true' }, 'linux', true, false],
	['a Mac far away', { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, 'darwin', true, false],
])('a browser opens where there is one: %s', (_where, env, platform, isTerminal, expected) => {
	expect(hasScreen(env, platform, isTerminal)).toBe(expected);
});
