import fc, { type Drawn } from '../../fc.mts';
import { locator, NOON } from '../../engine/lib/harness.mts';
import type { Freedoms, LocalService, StoredLink, StoredMessage } from '../../service/index.mts';

const DAY = 86_400_000;

export const CAMPAIGN = '70000000009';

export const drawnLink = fc.record({
	status: fc.constantFrom(0, 1),
	moderatorStatus: fc.constantFrom(1, 1, 0),
	expirationDate: fc.constantFrom(null, '2026-12-31', '2027-01-15'),
	comment: fc.constantFrom(null, 'Spring', 'Қазақ'),
	/** Days before now. */
	age: fc.nat(3),
	/** Hours before now. */
	clicks: fc.array(fc.nat(24 * 40), { maxLength: 6 }),
	isDeleted: fc.constantFrom(false, false, false, true),
	inCampaign: fc.boolean(),
});

type DrawnLink = Drawn<typeof drawnLink>;

/** Every two codes differ only by case. */
export const codeOf = (index: number): string => `${index % 2 ? 'C' : 'c'}${index >> 1}`;
export const idOf = (index: number): string => String(400_001 + index);

/** How an item names its link. */
export const linkMode = fc.constantFrom('id' as const, 'code' as const, 'url' as const);

/** Links, and items that each name one of them; beyond the last link: one that was never there. */
export const namedLinks = {
	links: fc.array(drawnLink, { minLength: 1, maxLength: 8 }),
	items: fc.array(fc.record({ index: fc.nat(9), mode: linkMode }), { minLength: 1, maxLength: 9 }),
};

export function locate({ store }: LocalService, mode: Drawn<typeof linkMode>, index: number) {
	const code = codeOf(index);
	return locator(mode, { id: idOf(index), code, url: store.shortLink(code) }[mode]);
}

/** Puts the links into the store, deleted ones last, as the service deletes them. */
export function addLinks({ store, now }: LocalService, links: readonly DrawnLink[]): void {
	store.campaigns.add({ id: CAMPAIGN, createTs: now() });
	links.forEach((link, index) => {
		const { status, moderatorStatus, expirationDate, comment, age, inCampaign } = link;
		const campaignId = inCampaign ? CAMPAIGN : null;
		const createTs = NOON - age * DAY;
		const made = store.addLink({
			...{ code: codeOf(index), status, moderatorStatus, expirationDate, comment },
			...{ createTs, campaignId, fullLink: `https://example.com/${index % 3}` },
		});
		for (const hours of link.clicks) store.click(codeOf(index), NOON - hours * 3_600_000);
		// Not every click leads on: a count of one is no count of the other.
		store.links.update(made, { redirects: made.clicks.slice(1) });
	});
	links.forEach((link, index) => {
		if (link.isDeleted) store.links.remove(idOf(index), now());
	});
}

/** A link as it must come out with Simplify, from what the store holds. */
export function linkOutput({ store }: LocalService, link: StoredLink): Record<string, unknown> {
	const { code, fullLink, status, moderatorStatus, expirationDate, comment, deletedTs } = link;
	return {
		...{ id: Number(link.id), code, shortLink: store.shortLink(code), fullLink, comment },
		...{ status, moderatorStatus, clickCnt: link.clicks.length, expirationDate },
		createTs: timeOutput(store, link.createTs),
		...(deletedTs !== null && { deletedTs: timeOutput(store, deletedTs) }),
	};
}

/** The links that the service answers for one by one. */
export function knownLink({ store }: LocalService, freedoms: Partial<Freedoms>, id: string) {
	const { softDeletion = 'off' } = freedoms;
	return store.link(id) ?? (softDeletion === 'off' ? undefined : store.links.deleted.get(id));
}

/** Whether the service may show another link for this one (F32). */
export function hasTwin({ store }: LocalService, freedoms: Partial<Freedoms>, index: number) {
	const { links } = store;
	// Where deletion is soft, one that was deleted is found, too.
	const all = [...links.all(), ...links.deleted.values()];
	return freedoms.codesAnyCase === true && all.some(({ code }) => code === codeOf(index ^ 1));
}

/** An answer of F30. One that is cut off is asked for again, as any other that is. */
const isVast = (fault = ''): boolean => /"vast":"(?!cut)/.test(fault);

/** Whether an item may fail: a call of the draw was only queued or its answer was vast, or lists cannot be read. */
export const isExcused = ({ calls, freedoms }: LocalService): boolean =>
	calls.some(({ code, fault }) => code === 100 || isVast(fault)) ||
	freedoms.unreadableList !== 'off';

export const STATUSES = ['DELIVRD', 'UNDELIV', 'ENQUEUD', 'SCHEDUL', 'NEW'];
const FINAL: Record<string, boolean | null> = {
	...{ DELIVRD: true, UNDELIV: true, ENQUEUD: false, NEW: false, SCHEDUL: null },
};

/** Adds messages that are alike in many fields, so that lists sorted by these have ties. */
export function addMessages({ store }: LocalService, count: number): void {
	store.addMessages(count, (n) => ({
		campaignId: String(70_000_000_001 + (n % 4)),
		from: ['Mobizon', 'Shop'][n % 2],
		to: `${n % 3 ? 7701 : 38067}${1_000_000 + (n % 40)}`,
		text: ['Hello', '  Сәлем\n', ''][n % 3],
		status: STATUSES[n % STATUSES.length],
		segNum: 1 + (n % 2),
		statusUpdateTs: n % 7 === 0 ? null : NOON - (n % 5) * 60_000,
		createdAt: NOON - n * 1000,
	}));
}

export const timeOutput = ({ zone }: LocalService['store'], ms: number | null): string | null =>
	ms === null ? null : zone.format(ms);

/** The delivery report of a message as it must come out, from what the store holds. */
export const reportOutput = (store: LocalService['store'], message: StoredMessage) => ({
	...{ id: Number(message.id), segNum: message.segNum },
	...{ status: message.status, final: FINAL[message.status] },
	startSendTs: timeOutput(store, message.startSendTs),
	statusUpdateTs: timeOutput(store, message.statusUpdateTs),
});

/** A message as it must come out with Simplify, from what the store holds. */
export function messageOutput({ store }: LocalService, message: StoredMessage, hasInfo: boolean) {
	const { campaignId, from, to, text } = message;
	const country = to.startsWith('380') ? 'UA' : 'KZ';
	return {
		...{ campaignId: Number(campaignId), from, text },
		to: store.freedoms.numbersWithPlus ? `+${to}` : to,
		...reportOutput(store, message),
		...(hasInfo && { countryA2: country, operatorName: `Operator ${country}` }),
	};
}
