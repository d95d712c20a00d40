import { campaign } from './examples/campaign.mts';
import { cleanUp } from './examples/cleanUp.mts';
import type { Example } from './examples/example.mts';
import { shortenedLinks } from './examples/shortenedLinks.mts';
import { shortLink } from './examples/shortLink.mts';
import { statistics } from './examples/statistics.mts';

/** The examples in the order in which the demo runs them: the statistics need the clicks before. */
export const EXAMPLE_RUNS: Example[] = [shortLink, statistics, campaign, shortenedLinks, cleanUp];
