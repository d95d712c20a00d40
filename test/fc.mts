import fc from 'fast-check';

/** Makes the draws of another run again; fast-check prints the seed of what it finds. */
const { PROPERTY_SEED } = process.env;
if (PROPERTY_SEED !== undefined) fc.configureGlobal({ seed: Number(PROPERTY_SEED) });

/** What an arbitrary draws. */
export type Drawn<A> = A extends fc.Arbitrary<infer D> ? D : never;

export default fc;
