import type { ApiMethod } from '../api/method.mts';
import { create } from './link/create.mts';
import { remove } from './link/delete.mts';
import { get } from './link/get.mts';
import { getStats } from './link/getStats.mts';
import { getLinks, list as listLinks } from './link/list.mts';
import { update } from './link/update.mts';
import { getSMSStatus } from './message/getSMSStatus.mts';
import { list as listMessages } from './message/list.mts';
import { sendSmsMessage } from './message/sendSmsMessage.mts';

const METHODS: readonly ApiMethod[] = [
	create,
	remove,
	get,
	getLinks,
	getStats,
	listLinks,
	update,
	getSMSStatus,
	listMessages,
	sendSmsMessage,
];

const byPath = new Map(METHODS.map((method) => [method.name.toLowerCase(), method]));
const modules = new Set(METHODS.map((method) => method.name.split('/')[0].toLowerCase()));

/** Module and method names are case-insensitive. */
export const findMethod = (path: string): ApiMethod | undefined => byPath.get(path.toLowerCase());

export const hasModule = (name: string): boolean => modules.has(name.toLowerCase());
