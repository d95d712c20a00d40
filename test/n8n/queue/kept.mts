import type { Execution } from '../lib/executions.mts';
import { givenUp } from '../traffic/audit.mts';
import type { Postgres } from './cluster.mts';

/**
 * Has PostgreSQL keep what is written from now on without compressing it: a search for a text in its
 * files, also in rows that were deleted since, would find nothing otherwise.
 */
const PLAIN = `
DO $$
DECLARE each record;
BEGIN
	FOR each IN
		SELECT attribute.attrelid::regclass AS place, attribute.attname AS name
		FROM pg_attribute attribute
		JOIN pg_class class ON class.oid = attribute.attrelid
		WHERE class.relkind = 'r' AND class.relnamespace = 'public'::regnamespace
			AND attribute.attnum > 0 AND NOT attribute.attisdropped AND attribute.attstorage = 'x'
	LOOP
		EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STORAGE EXTERNAL', each.place, each.name);
	END LOOP;
END $$`;

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

/** An execution that n8n gave up on: its process died, or its job got lost. */
interface GivenUp extends Execution {
	/** Its data before n8n replaced it by an error, as it does when a worker dies. */
	first?: string;
	/** Whether the execution had this recipient among its messages, by what it ever held. */
	holds(to: string): boolean;
}

/** What n8n wrote over. To be set up when n8n has made its tables. */
export class Kept {
	private constructor(private readonly postgres: Postgres) {}

	static async start(postgres: Postgres): Promise<Kept> {
		await postgres.execute(PLAIN);
		await postgres.execute(SET_UP);
		return new Kept(postgres);
	}

	async givenUp(history: Execution[]): Promise<GivenUp[]> {
		const rows = await this.postgres.rows('SELECT id, data FROM audit_execution ORDER BY n');
		return givenUp(history).map((execution) => {
			const versions = rows.filter(([id]) => id === execution.id).map(([, data]) => data);
			const held = [...versions, execution.text];
			const holds = (to: string) => held.some((text) => text.includes(to));
			return { ...execution, first: versions.at(0), holds };
		});
	}

	/** How often n8n started a job again that had begun before: n8n 2 does not. */
	async startedAgain(): Promise<number> {
		return (await this.postgres.rows('SELECT id FROM audit_start')).length;
	}
}
