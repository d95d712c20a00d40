import type { Session } from './session.mts';

export type Row = Record<string, unknown>;

/** The rows of a data table of n8n, oldest first, with n8n's own columns. Throws when there is no such table. */
export async function readDataTable(session: Session, name: string): Promise<Row[]> {
	const filter = encodeURIComponent(JSON.stringify({ name }));
	const tables = await session.call<{ data: Array<{ id: string; projectId: string }> }>(
		'GET',
		`/data-tables-global?filter=${filter}`,
	);
	const table = tables.data.at(0);
	if (table === undefined) throw new Error(`n8n has no data table "${name}"`);
	const rows = await session.call<{ data: Row[] }>(
		'GET',
		`/projects/${table.projectId}/data-tables/${table.id}/rows?take=250&sortBy=id:asc`,
	);
	return rows.data;
}
