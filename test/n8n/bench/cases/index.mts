import type { Case } from '../lib/contest.mts';
import { deletes } from './deletes.mts';
import { preview } from './preview.mts';
import { reports } from './reports.mts';
import { returnAll } from './returnAll.mts';
import { sends } from './sends.mts';
import { statistics } from './statistics.mts';
import { busyTrigger, idleTrigger } from './trigger.mts';

export const CASES: Case[] = [
	reports,
	sends,
	returnAll,
	statistics,
	deletes,
	idleTrigger,
	busyTrigger,
	preview,
];
