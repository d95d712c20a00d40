/** The slowest calls of a round are left out, so that one stuck call decides nothing. */
const COUNTED = 0.9;

interface Sample {
	ms: number;
	/** How many calls were under way when it began. */
	atOnce: number;
}

/** How long the calls of a round took, compared with the quickest round of their method. */
export class RoundTimes {
	/** How many there are in this round. */
	count = 0;

	private readonly samples = new Map<string, Sample[]>();

	/** By method, in ms. */
	private readonly quickest = new Map<string, number>();

	/** Of the round that was judged last, by method, in ms. */
	private readonly typical = new Map<string, number>();

	add(method: string, ms: number, atOnce: number): void {
		const samples = this.samples.get(method) ?? [];
		this.samples.set(method, samples);
		samples.push({ ms: Math.max(1, ms), atOnce });
		this.count++;
	}

	/** @returns how many times longer than the quickest round this one took, and how many calls were at once */
	judge(): [slowness: number, atOnce: number] {
		let [took, best, atOnce, count] = [0, 0, 0, 0];
		for (const [method, samples] of this.samples) {
			samples.sort((a, b) => a.ms - b.ms);
			const counted = samples.slice(0, Math.ceil(samples.length * COUNTED));
			const sum = counted.reduce((total, { ms }) => total + ms, 0);
			const typical = sum / counted.length;
			const quickest = Math.min(this.quickest.get(method) ?? Infinity, typical);
			this.quickest.set(method, quickest);
			this.typical.set(method, typical);
			took += sum;
			best += quickest * counted.length;
			atOnce += counted.reduce((total, sample) => total + sample.atOnce, 0);
			count += counted.length;
		}
		return [took / best, atOnce / count];
	}

	/** Begins the next round. */
	clear(): void {
		this.samples.clear();
		this.count = 0;
	}

	/** The round that was judged last counts as the quickest. */
	rebase(): void {
		for (const [method, typical] of this.typical) this.quickest.set(method, typical);
	}

	/** Forgets how quick the service was. */
	forget(): void {
		this.quickest.clear();
	}
}

/** A slow round: how many calls were at once, and how many times longer they took than the quickest. */
export interface Slow {
	atOnce: number;
	slowness: number;
}

/** Whether fewer calls at once were quicker, at least half as much as they would be if a queue were the reason. */
export function hasHelped(before: Slow, slowness: number, level: number): boolean {
	const expected = Math.max(1, (before.slowness * level) / before.atOnce);
	return slowness <= (before.slowness + expected) / 2;
}
