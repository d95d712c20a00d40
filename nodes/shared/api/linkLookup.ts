import { isRecord } from './envelope';
import { ServiceRefusal } from './faults';
import type { Service } from './service';

/** How a user names a link: exactly one of the three that Link/Get takes. */
export type LinkReference = { id: string } | { code: string } | { shortLink: string };

/**
 * Finds the ids of links that are named by code or URL, for the methods that take nothing else. Each
 * link is looked up once in a run, however many items name it.
 */
export class LinkLookup {
	private readonly found = new Map<string, Promise<string>>();

	constructor(private readonly service: Service) {}

	/** @throws ServiceRefusal (code 2) when there is no such link */
	async id(reference: LinkReference): Promise<string> {
		if ('id' in reference) return reference.id;
		const key = JSON.stringify(reference);
		const known = this.found.get(key) ?? this.ask(reference);
		this.found.set(key, known);
		return await known;
	}

	private async ask(reference: LinkReference): Promise<string> {
		const link = await this.service.read('Link/Get', { ...reference });
		if (isRecord(link) && link.id) return String(link.id);
		throw new ServiceRefusal('Link/Get', 2, '', undefined);
	}
}
