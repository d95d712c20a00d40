/** How much each case does. */
export interface Sizes {
	reports: number;
	sends: number;
	messages: number;
	links: number;
	deletes: number;
	idle: number;
	changes: number;
	previews: number;
	limitedSends: number;
	faultySends: number;
}

const FULL: Sizes = {
	reports: 10_000,
	sends: 1000,
	messages: 100_000,
	links: 50,
	deletes: 1000,
	idle: 1_000_000,
	changes: 10_000,
	previews: 10_000,
	limitedSends: 1000,
	faultySends: 200,
};

const QUICK: Sizes = {
	reports: 1000,
	sends: 200,
	messages: 10_000,
	links: 10,
	deletes: 200,
	idle: 100_000,
	changes: 1000,
	previews: 2000,
	limitedSends: 200,
	faultySends: 200,
};

export const sizesOf = (quick: boolean): Sizes => (quick ? QUICK : FULL);
