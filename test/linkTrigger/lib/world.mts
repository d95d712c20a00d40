import type { WorldStep } from './history.mts';

/** A link as the service holds it at one moment. */
export interface TrueLink {
	id: string;
	code: string;
	/** When it was made. Many are made in one second. */
	second: number;
	day: number;
	clicks: number;
	isBlocked: boolean;
	isActive: boolean;
	/** Its comment matches the query. */
	isTagged: boolean;
	isDeleted: boolean;
}

/** Links that are made, clicked, changed, deleted and restored. Knows nothing of lists and of how they are read. */
export class World {
	links: readonly TrueLink[] = [];

	day = 0;

	/** The most clicks that each link ever had. */
	readonly most = new Map<string, number>();

	/** Links that had more clicks before. */
	readonly fallen = new Set<string>();

	/** Links that were deleted once: restored, or shown by an older answer, they are as unknown as new ones. */
	readonly deleted = new Set<string>();

	/** Called after each change. */
	onChange: () => void = () => undefined;

	private readonly past: Array<readonly TrueLink[]> = [];

	private second = 0;

	constructor(private readonly firstId: bigint) {}

	happen(step: WorldStep): void {
		if (step.kind === 'create') this.create(step.count, { clicks: step.clicks, ...step.state });
		else if (step.kind === 'pass')
			[this.second, this.day] = [this.second + 60, this.day + step.days];
		else if (step.kind === 'click') {
			this.change(step, ({ clicks }) => ({ clicks: Math.max(0, clicks + step.clicks) }));
		} else {
			this.change(step, () => step.to);
		}
	}

	/** The links as they were so many changes ago. */
	before(changes: number): readonly TrueLink[] {
		return this.past.at(-changes) ?? this.past.at(0) ?? this.links;
	}

	/** Ids grow; codes, by which lists are sorted, do not. */
	create(count: number, state: Partial<TrueLink>): void {
		const made = Array.from({ length: count }, (_, i) => {
			const number = this.links.length + i;
			return {
				id: String(this.firstId + BigInt(number * 7)),
				code: (Math.imul(number + 1, 0x9e3779b1) >>> 0).toString(36).padStart(7, '0'),
				...{ second: this.second, day: this.day, clicks: 0 },
				...{ isBlocked: false, isActive: true, isTagged: true, isDeleted: false },
				...state,
			};
		});
		this.set([...this.links, ...made]);
	}

	private change(
		{ who, many }: { who: number; many: number },
		changed: (link: TrueLink) => Partial<TrueLink>,
	): void {
		const first = who % Math.max(1, this.links.length);
		const isMeant = (i: number) => i >= first && i < first + many;
		this.set(this.links.map((link, i) => (isMeant(i) ? { ...link, ...changed(link) } : link)));
	}

	private set(links: readonly TrueLink[]): void {
		this.past.push(this.links);
		this.links = links;
		for (const { id, clicks, isDeleted } of links) {
			if (isDeleted) this.deleted.add(id);
			const most = this.most.get(id) ?? 0;
			if (clicks < most) this.fallen.add(id);
			this.most.set(id, Math.max(clicks, most));
		}
		this.onChange();
	}
}
