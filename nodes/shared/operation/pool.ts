/**
 * Runs `work` over the inputs in order, at most `limit` at a time. Once `halted` says so, no new work
 * begins; what is under way is awaited. `work` must not throw.
 */
export async function pool<T>(
	inputs: readonly T[],
	limit: number,
	halted: () => boolean,
	work: (input: T) => Promise<void>,
): Promise<void> {
	let next = 0;
	const worker = async () => {
		while (next < inputs.length && !halted()) await work(inputs[next++]);
	};
	await Promise.all(Array.from({ length: Math.min(limit, inputs.length) }, worker));
}
