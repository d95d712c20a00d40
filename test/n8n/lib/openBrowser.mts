import { spawn } from 'node:child_process';

/** True where a person sits in front of a screen, as far as can be known. */
export function hasScreen(env: NodeJS.ProcessEnv, platform: string, isTerminal: boolean): boolean {
	if (!isTerminal || env.CI || env.SSH_CONNECTION) return false;
	return platform === 'linux' ? Boolean(env.DISPLAY || env.WAYLAND_DISPLAY) : platform === 'darwin';
}

/** Opens a page in the user's browser. Where that does not work, the address on the console must do. */
export function openBrowser(url: string): void {
	const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
	spawn(command, [url], { stdio: 'ignore', detached: true })
		.once('error', () => undefined)
		.unref();
}
