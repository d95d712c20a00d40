import type { Context } from '../api/method.mts';
import { compareIds } from '../store/table.mts';
import { between } from './random.mts';

interface Moving<T extends { id: string }> {
	rows(): readonly T[];
	come(): void;
	change(row: T): void;
	leave(row: T): void;
}

/** F27 and F28: what happens to a list before it answers. */
function move<T extends { id: string }>({ store, random }: Context, list: Moving<T>): void {
	const { oldestLeave, rowsMove } = store.freedoms;
	if (oldestLeave > 0) {
		const byAge = [...list.rows()].sort((a, b) => compareIds(a.id, b.id));
		for (const row of byAge.slice(0, oldestLeave)) list.leave(row);
	}
	for (let n = 0; n < rowsMove; n++) {
		const rows = list.rows();
		const row = rows[between(random, 0, rows.length - 1)];
		const what = between(random, 0, 2);
		if (what === 0 || row === undefined) list.come();
		else if (what === 1) list.change(row);
		else list.leave(row);
	}
}

export const moveMessages = (context: Context): void =>
	move(context, {
		rows: () => context.store.messages.listed(),
		come: () => void context.store.addMessage({ status: 'ENQUEUD' }),
		change: ({ id }) => context.store.setStatus(id, 'DELIVRD'),
		leave: ({ id }) => context.store.messages.hide(id),
	});

export const moveLinks = (context: Context): void =>
	move(context, {
		rows: () => [...context.store.links.all()],
		come: () => void context.store.addLink(),
		change: ({ code }) => context.store.click(code),
		leave: ({ id }) => void context.store.links.remove(id, context.store.clock.now()),
	});
