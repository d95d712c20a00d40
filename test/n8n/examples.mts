import { CART_FILE, checkAbandonedCart } from './examples/abandonedCart.mts';
import { AGENT_FILES, checkAgent } from './examples/agent.mts';
import { APPROVAL_FILE, checkApproval } from './examples/approval.mts';
import { cleanUp } from './examples/cleanUp.mts';
import { CLICKED_FILE, checkClicked } from './examples/clicked.mts';
import type { Example, Stage } from './examples/example.mts';
import { expiredLinks } from './examples/expiredLinks.mts';
import { checkFileByForm, FILE_FILE } from './examples/fileByForm.mts';
import { checkLinkForEach, LINK_FOR_EACH_FILE } from './examples/linkForEach.mts';
import { checkMcp, MCP_FILE } from './examples/mcp.mts';
import { checkOneTimePassword, PASSWORD_FILE } from './examples/oneTimePassword.mts';
import { checkOptOut, OPT_OUT_FILE } from './examples/optOut.mts';
import { reminder } from './examples/reminder.mts';
import { shortenedLinks } from './examples/shortenedLinks.mts';
import { shortLink } from './examples/shortLink.mts';
import { statistics } from './examples/statistics.mts';
import { weeklyReport } from './examples/weeklyReport.mts';

/** The examples in the order in which the demo runs them: the statistics need the clicks before. */
export const EXAMPLE_RUNS: Example[] = [
	shortLink,
	statistics,
	weeklyReport,
	reminder,
	shortenedLinks,
	cleanUp,
	expiredLinks,
];

/** Plays a workflow from outside, through its forms, webhooks and pages. Gives lines for the reader. */
type Play = (stage: Stage) => Promise<string[]>;

/** The examples that are published and used as people and other programs use them, in this order. */
export const PLAYED: Array<[file: string, play: Play]> = [
	[FILE_FILE, checkFileByForm],
	[PASSWORD_FILE, checkOneTimePassword],
	[CART_FILE, checkAbandonedCart],
	[LINK_FOR_EACH_FILE, checkLinkForEach],
	[OPT_OUT_FILE, checkOptOut],
	[MCP_FILE, checkMcp],
	...AGENT_FILES.map((file): [string, Play] => [file, checkAgent]),
	[APPROVAL_FILE, checkApproval],
	[CLICKED_FILE, checkClicked],
];
