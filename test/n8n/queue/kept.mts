import { readData, type Execution } from '../lib/executions.mts';
import { givenUp } from '../traffic/audit.mts';
import type { Postgres } from './cluster.mts';

/** Keeps what n8n overwrites: the data of executions, which it throws away when it gives up on one. */
const SET_UP = `
CREATE TABLE audit_execution (n bigserial, id text, data text);
CREATE FUNCTION audit_execution() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO audit_execution (id, data) VALUES (OLD."executionId", OLD.data);
	RETURN NULL;
END $$;
CREATE TRIGGER audit AFTER UPDATE ON execution_data
	FOR EACH ROW EXECUTE FUNCTION audit_execution();

CREATE TABLE audit_start (id text);
CREATE FUNCTION audit_start() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO audit_start VALUES (NEW.id);
	RETURN NULL;
END $$;
CREATE TRIGGER audit AFTER UPDATE OF status ON execution_entity
	FOR EACH ROW WHEN (OLD.status = 'running' AND NEW.status = 'running')
	EXECUTE FUNCTION audit_start();`;

export type Kept = Awaited<ReturnType<typeof keep>>;

/** Keeps what n8n writes over from now on. To be called when n8n has made its tables. */
export async function keep(postgres: Postgres) {
	await postgres.rows(SET_UP);
	/** The executions that n8n gave up on, with what they held before: their process died, or their job got lost. */
	const givenUpIn = async (history: Execution[]) => {
		const rows = await postgres.rows('SELECT id, data FROM audit_execution ORDER BY n');
		return givenUp(history).map((execution) => {
			const versions = rows.filter(([id]) => id === execution.id).map(([, data]) => data);
			const held = [...versions, execution.text];
			return {
				...execution,
				/** As it was before n8n replaced its data by an error, as it does when a worker dies. */
				first: versions.slice(0, 1).map((text) => ({ ...execution, ...readData(text) })),
				/** Whether it had this recipient among its messages, by what it ever held. */
				holds: (to: string) => held.some((text) => text.includes(to)),
			};
		});
	};
	/** How often n8n started a job again that had begun before: n8n 2 does not. */
	const startedAgain = async () => (await postgres.rows('SELECT id FROM audit_start')).length;
	return { givenUp: givenUpIn, startedAgain };
}
