/** More than any test has time for, so that one that failed does not keep the process alive. */
const MOST_LOOKS = 100_000;

/** Waits until something holds, however slow the machine; where it never does, the test runs out of time. */
export async function until(holds: () => boolean): Promise<void> {
	for (let look = 0; look < MOST_LOOKS && !holds(); look++)
		await new Promise((resolve) => setTimeout(resolve, 2));
}

/** The same, and then as long as other calls would need to come, if they did. */
export async function untilOvertaken(holds: () => boolean): Promise<void> {
	await until(holds);
	for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** What a call of the service waits for, until the test opens it: `faults.add({ kind: { delay: held } })`. */
export function gate(): { held: Promise<void>; open: () => void } {
	let open = (): void => undefined;
	const held = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { held, open };
}

/** Gives each time limit of so many ms, which the nodes set from now on in this test, another end. */
export function limit(ms: number, end: () => AbortSignal): void {
	const timeout = AbortSignal.timeout.bind(AbortSignal);
	const timeoutOf = (given: number) => (given === ms ? end() : timeout(given));
	jest.spyOn(AbortSignal, 'timeout').mockImplementation(timeoutOf);
}
