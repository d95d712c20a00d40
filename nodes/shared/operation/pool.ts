/**
 * Runs `work` over the inputs in order, at most `limit()` at a time, which may change meanwhile and is never
 * below 1. Once `halted` says so, no new work begins; what is under way is awaited. `work` must not throw.
 *
 * @param inputs may be read as they are taken, each only when there is room for its work
 */
export async function pool<T>(
	inputs: Iterable<T>,
	limit: () => number,
	halted: () => boolean,
	work: (input: T) => Promise<void>,
): Promise<void> {
	const source = inputs[Symbol.iterator]();
	let underWay = 0;
	await new Promise<void>((resolve, reject) => {
		const fill = () => {
			while (underWay < limit() && !halted()) {
				const next = source.next();
				// What was read may be a reason to halt.
				if (next.done || halted()) break;
				underWay++;
				work(next.value).then(ended).catch(reject);
			}
			if (underWay === 0) resolve();
		};
		const ended = () => {
			underWay--;
			fill();
		};
		fill();
	});
}
