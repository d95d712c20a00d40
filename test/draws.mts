/** The share of the random draws that is made. All, DRAWS=1, have to pass before a change lands. */
const SHARE = Number(process.env.DRAWS ?? 0.05);

/** How many of `all` draws a random test makes. */
export const draws = (all: number): number => Math.ceil(all * SHARE);

/** The first cases of a long test, as large a share as of the draws: those that say most stand first. */
export const drawn = <T,>(cases: T[]): T[] => cases.slice(0, draws(cases.length));

/** Whether it can be asked what the draws met: a few of them may by chance meet little. */
export const areAllDrawn = SHARE >= 1;
