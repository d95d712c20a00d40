import { Level } from './level';

/** Accounts whose level is kept. */
const KEPT = 100;

const kept = new Map<string, Level>();

/** The level of an account, which all its runs in this process share. */
export function levelOf(account: string): Level {
	const known = kept.get(account);
	const level = known?.isFresh ? known : new Level();
	kept.delete(account);
	kept.set(account, level);
	const [oldest] = kept.keys();
	if (kept.size > KEPT) kept.delete(oldest);
	return level;
}
