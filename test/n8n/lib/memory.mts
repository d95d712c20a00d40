import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { LocalService } from '../../service/index.mts';
import { isFinal, stepsFor, withEndings } from '../../service/store/lifecycle.mts';

const rowsOf = ({ store, endings }: LocalService) => ({
	campaigns: [...store.campaigns.all()],
	messages: [...store.messages.all()],
	links: [...store.links.all()],
	endings: [...endings],
});

/** Writes down all that the local service knows, so that a later one can go on from there. */
export async function save(service: LocalService, file: string): Promise<void> {
	service.store.settle();
	// A start that is killed while it writes must not lose what stood there before.
	await writeFile(`${file}.new`, JSON.stringify(rowsOf(service)));
	await rename(`${file}.new`, file);
}

/** Puts what was written down into a new service. Messages that were on their way go on. */
export async function restore(service: LocalService, file: string): Promise<void> {
	if (!existsSync(file)) return;
	const { store, endings } = service;
	const rows: ReturnType<typeof rowsOf> = JSON.parse(await readFile(file, 'utf8'));
	rows.endings.forEach(([number, status]) => endings.set(number, status));
	rows.campaigns.forEach((campaign) => store.campaigns.add(campaign));
	rows.links.forEach((link) => store.addLink(link));
	for (const message of rows.messages) {
		store.addMessage(message);
		const campaign = store.campaigns.get(message.campaignId);
		if (isFinal(message.status) || campaign?.status === 'MODERATION') continue;
		const steps = stepsFor(withEndings('default', endings), message.to);
		store.statuses.schedule(message.id, steps, campaign?.deferredToTs ?? message.createdAt);
	}
}

/** Saves every few seconds what has changed. Gives a function that saves once more and ends this. */
export function keepSaved(service: LocalService, file: string): () => Promise<void> {
	const { store, endings } = service;
	const state = () => JSON.stringify([store.messages.version, store.links.version, [...endings]]);
	let saved = '';
	// One after the other: two at once would write the same file.
	let saving = Promise.resolve();
	const saveChanges = () => {
		saving = saving.then(async () => {
			store.settle();
			const now = state();
			if (now === saved) return;
			await save(service, file);
			saved = now;
		});
		return saving;
	};
	const report = (error: unknown) =>
		console.error('The state of the local service could not be saved.', error);
	const timer = setInterval(() => void saveChanges().catch(report), 3_000);
	return async () => {
		clearInterval(timer);
		await saveChanges().catch(report);
	};
}
