import { campaign } from './examples/campaign.mts';
import { cleanUp } from './examples/cleanUp.mts';
import { dataTableCampaign } from './examples/dataTableCampaign.mts';
import type { Example } from './examples/example.mts';
import { expiredLinks } from './examples/expiredLinks.mts';
import { notClicked } from './examples/notClicked.mts';
import { oneTimePassword } from './examples/oneTimePassword.mts';
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
	campaign,
	dataTableCampaign,
	reminder,
	oneTimePassword,
	shortenedLinks,
	cleanUp,
	expiredLinks,
	notClicked,
];
