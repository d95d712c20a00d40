import assert from 'node:assert/strict';
import type { NewLink } from '../../../service/index.mts';
import type { World } from '../lib/world.mts';

/** Where links of the checks lead. */
export const FULL_LINK = 'https://example.com/spring?a=1&b=2';

/** Adds a link that is alone with its comment. */
export const addLink = ({ service }: World, comment: string, more: NewLink = {}) =>
	service.store.addLink({ fullLink: FULL_LINK, comment, ...more });

/** The link with this comment; throws when there is none. */
export const linkWith = ({ service }: World, comment: string) => {
	const found = [...service.store.links.all()].find((link) => link.comment === comment);
	assert.ok(found, `no link with the comment ${comment}`);
	return found;
};

/** Its short link, as people click on it. */
export const shortLinkOf = (world: World, comment: string) =>
	world.service.store.shortLink(linkWith(world, comment).code);
