import type { INode } from 'n8n-workflow';

import type { Dialect, Freedoms } from '../../../service/index.mts';
import type { FaultName } from './faults.mts';

export interface ScenarioItem {
	/** Items with the same number have the same recipient and the same text. */
	person: number;
	/** Written as a spreadsheet might; 'bad' is no number at all. */
	form: 'plain' | 'plus' | 'spaced' | 'bad';
	/** The Send Once Key. */
	key: number | null;
	/** Its validity, in minutes, tells it from others that are equal: the service knows it, a list does not. */
	mark: number | null;
}

/** A message of the same recipient and text that somebody else sends. */
export interface Foreign {
	person: number;
	when:
		/** Before the first attempt, by so many ms. */
		| { before: number }
		/** While the call with this number for the person is under way; ahead of it, or behind it. */
		| { during: number; ahead: boolean }
		/** So many ms after the first call for the person ended. */
		| { after: number };
}

export interface StoreTrouble {
	/** ms between reading the row and writing it, at most. */
	stall: number;
	/** Of a hundred calls, so many fail; half of them when all is done. */
	failures: number;
	/** After so many of a hundred writes, another process writes what it had read before. */
	rivals: number;
}

/** One workflow with one send node, how it is run, and the trouble that it meets. */
export interface Scenario {
	/** Of latencies and of all else that is drawn while it plays. */
	seed: number;
	/** A single run, several runs in one execution, or calls by an AI agent. */
	path: 'once' | 'loop' | 'tool';
	/** The items of each run; each tool call has one. */
	rounds: ScenarioItem[][];
	/** An agent calls its tools side by side. */
	toolsAtOnce: boolean;
	onError: NonNullable<INode['onError']>;
	/** Retry On Fail: how often the node is run in all; 1 is off. */
	maxTries: number;
	/** 0: as fast as the service lets it. */
	maxConcurrent: number;
	/** What meets the first, second ... call for a person. */
	faults: Array<{ person: number; faults: FaultName[] }>;
	/** So many executions with the same items begin, one after the other ... */
	executions: number;
	/** ... so many ms apart, 0 at the same time ... */
	apart: number;
	/** ... in so many processes of n8n. */
	workers: number;
	/** At which of its steps each process is killed, one after the other; then one lives on. Its executions crash. */
	kills: number[];
	/** Save Execution Progress: what crashed goes on behind the last run of a node that ended. */
	savesProgress: boolean;
	/** Retries by hand, each of one execution before it: 0 is the original. */
	handRetries: number[];
	/** They are started at the same moment. */
	retriedAtOnce: boolean;
	/** ms after which the user stops the first execution. */
	cancelAfter: number | null;
	store: StoreTrouble;
	/** How far the service's clock is ahead of n8n's, in ms. */
	clockOffset: number;
	/** n8n's clock is set, so many ms after the start of all, by so many ms. */
	clockSteps: Array<{ after: number; by: number }>;
	/** The zone that the credential says. */
	zone: string;
	/** What the service is free to do. */
	freedoms: Partial<Freedoms> & { accountTimezone: string };
	/** Each accepted message shows in the list after so many ms. */
	listLag: number;
	/** Of a hundred calls of the list, so many fail; at 100 also those that only hang. */
	listFailures: number;
	listHangs: boolean;
	foreign: Foreign[];
	/** Calls for sending within a window of so many ms. */
	rate: { calls: number; windowMs: number } | null;
	dialect: Dialect;
}

export const recipientOf = (person: number): string =>
	`7701${String(1_000_000 + person).slice(-7)}`;

const TEXTS = [
	(person: number) => `Hello, number ${person}!`,
	(person: number) => `Hello,\n number ${person}! `,
	(person: number) => `Привет, номер ${person}: https://example.com/${person}`,
];
export const textOf = (person: number): string => TEXTS[person % TEXTS.length](person);
