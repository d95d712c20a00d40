import fc from 'fast-check';

/** Makes the draws of another run again; fast-check prints the seed of what it finds. */
const { PROPERTY_SEED } = process.env;
if (PROPERTY_SEED !== undefined) fc.configureGlobal({ seed: Number(PROPERTY_SEED) });

export type Drawn<A> = A extends fc.Arbitrary<infer D> ? D : never;

type Weighted<T> = [weight: number, value: T | fc.Arbitrary<T>];

/** One of several values, or of what is drawn for them, some more often than others. */
export const weighted = <T,>(...all: Array<Weighted<T>>): fc.Arbitrary<T> =>
	fc.oneof(
		...all.map(([weight, value]) => ({
			weight,
			arbitrary: value instanceof fc.Arbitrary ? value : fc.constant(value),
		})),
	);

export default fc;
