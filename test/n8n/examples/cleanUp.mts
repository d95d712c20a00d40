import assert from 'node:assert/strict';
import type { LocalService } from '../../service/index.mts';
import { only, type Example, type Scene } from './example.mts';

const byComment = (service: LocalService, start: string) =>
	[...service.store.links.all()].filter(({ comment }) => comment?.startsWith(start));

const scene: Scene = {
	prepare({ store }) {
		const clicked = store.addLink({ comment: 'spring-sale', expirationDate: '2031-05-31' });
		store.click(clicked.code);
		store.addLink({ comment: 'spring-sale' });
		store.addLink({ comment: 'summer-sale' });
	},
	check({ execution, service }) {
		const listed = execution.items('List the links of the campaign');
		assert.equal(listed.length, 2, 'links found by the comment');

		const updated = only(execution.items('Switch the link off'), 'updated link');
		assert.equal(updated.updated, true);
		const left = only(byComment(service, 'spring-sale'), 'link left of the campaign');
		assert.equal(String(updated.id), left.id);
		assert.equal(left.status, 0);
		assert.equal(left.comment, 'spring-sale (closed)');
		assert.equal(left.expirationDate, '2031-05-31', 'the expiration date was kept');

		const deleted = only(execution.items('Delete the link'), 'deleted link');
		assert.equal(deleted.deleted, true);
		assert.equal(service.store.link(String(deleted.id)), undefined);
		assert.equal(byComment(service, 'summer-sale').length, 1, 'other links are left alone');
		return [
			`link ${left.id} was clicked: switched off, valid until ${left.expirationDate} as before`,
			`link ${deleted.id} was never clicked: deleted`,
		];
	},
};

export const cleanUp: Example = { file: 'clean-up-links.json', scenes: [scene] };
