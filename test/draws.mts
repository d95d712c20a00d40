/** The share of the random draws that is made. All, DRAWS=1, have to pass before a change lands. */
const SHARE = Number(process.env.DRAWS ?? 0.1);

/** How many of `all` draws a random test makes. */
export const draws = (all: number): number => Math.ceil(all * SHARE);

/** Whether it can be asked what the draws met: a tenth of them may by chance meet little. */
export const areAllDrawn = SHARE >= 1;
