/** The slowest calls of a round are left out, so that one that got stuck decides nothing. */
const COUNTED = 0.9;

interface Sample {
	ms: number;
	/** How many calls were under way when it began. */
	atOnce: number;
}

/** How long the calls of a round took, beside the quickest round of their method. */
export class Times {
	/** How many there are in this round. */
	count = 0;

	private readonly samples = new Map<string, Sample[]>();

	/** By method, in ms. */
	private readonly quickest = new Map<string, number>();

	add(method: string, ms: number, atOnce: number): void {
		const samples = this.samples.get(method) ?? [];
		this.samples.set(method, samples);
		samples.push({ ms: Math.max(1, ms), atOnce });
		this.count++;
	}

	/** @returns how many times their quickest the calls of this round took, and how many were at once */
	judge(): [slowness: number, atOnce: number] {
		let [took, best, atOnce, count] = [0, 0, 0, 0];
		for (const [method, samples] of this.samples) {
			samples.sort((a, b) => a.ms - b.ms);
			const counted = samples.slice(0, Math.ceil(samples.length * COUNTED));
			const sum = counted.reduce((total, { ms }) => total + ms, 0);
			const typical = sum / counted.length;
			const quickest = Math.min(this.quickest.get(method) ?? Infinity, typical);
			this.quickest.set(method, quickest);
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

	/** Forgets how quick the service was. */
	forget(): void {
		this.quickest.clear();
	}
}
