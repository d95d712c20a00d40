import type { Session } from './session.mts';

export type Row = Record<string, unknown>;

/** Where a data table is found in n8n's REST API. Throws when there is no such table. */
async function pathOf(session: Session, name: string): Promise<string> {
	const filter = encodeURIComponent(JSON.stringify({ name }));
	const tables = await session.call<{ data: Array<{ id: string; projectId: string }> }>(
		'GET',
		`/data-tables-global?filter=${filter}`,
	);
	const table = tables.data.at(0);
	if (table === undefined) throw new Error(`n8n has no data table "${name}"`);
	return `/projects/${table.projectId}/data-tables/${table.id}`;
}

/** The rows of a data table of n8n, oldest first, with n8n's own columns. */
export async function readDataTable(session: Session, name: string): Promise<Row[]> {
	const path = `${await pathOf(session, name)}/rows?take=250&sortBy=id:asc`;
	return (await session.call<{ data: Row[] }>('GET', path)).data;
}

/** Adds rows to a data table of n8n, as users do in its list. */
export async function addRows(session: Session, name: string, data: Row[]): Promise<void> {
	const path = `${await pathOf(session, name)}/insert`;
	await session.call('POST', path, { data, returnType: 'count' });
}
