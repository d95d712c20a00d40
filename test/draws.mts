/** The share of the random draws that is made. All, DRAWS=1, have to pass before a change lands. */
const SHARE = Number(process.env.DRAWS ?? 0.1);

/** How many of `all` draws a random test makes. */
export const draws = (all: number): number => Math.ceil(all * SHARE);
