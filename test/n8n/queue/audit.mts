import type { Postgres } from './postgres.mts';

/**
 * Keeps what n8n overwrites: the data of executions, which it throws away when it gives up on one, and
 * which send-once keys one process took out of n8n's store by writing an older list over a newer one.
 * Taking a key back on purpose adds none.
 */
const SET_UP = `
CREATE TABLE audit_execution (n bigserial, id text, data text);
CREATE FUNCTION audit_execution() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO audit_execution (id, data) VALUES (OLD."executionId", OLD.data);
	RETURN NULL;
END $$;
CREATE TRIGGER audit AFTER UPDATE ON execution_data
	FOR EACH ROW EXECUTE FUNCTION audit_execution();

CREATE TABLE audit_key (at timestamptz, hash text);
CREATE FUNCTION keys_in(value text) RETURNS SETOF text LANGUAGE sql AS
	$$ SELECT json_array_elements_text(value::json->'data') $$;
CREATE FUNCTION audit_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Mostly the list is only longer. n8n is not to be kept waiting.
	IF starts_with(NEW.value, left(OLD.value, -2)) THEN RETURN NULL; END IF;
	IF NOT EXISTS (SELECT keys_in(NEW.value) EXCEPT SELECT keys_in(OLD.value)) THEN
		RETURN NULL;
	END IF;
	INSERT INTO audit_key SELECT clock_timestamp(), hash
		FROM (SELECT keys_in(OLD.value) EXCEPT SELECT keys_in(NEW.value)) AS lost (hash);
	RETURN NULL;
END $$;
CREATE TRIGGER audit AFTER UPDATE ON processed_data
	FOR EACH ROW EXECUTE FUNCTION audit_key();`;

export interface LostKey {
	at: string;
	/** As n8n keeps the key: MD5 in base64. */
	hash: string;
}

export interface Audit {
	/** All that an execution ever held, by its id; the versions of its data, oldest first. */
	versions(): Promise<Map<string, string[]>>;
	/** Keys that fell out of n8n's store, oldest first; most were put in again by their owners. */
	lostKeys(): Promise<LostKey[]>;
}

/** To be set up when n8n has made its tables. */
export async function startAudit(postgres: Postgres): Promise<Audit> {
	await postgres.execute(SET_UP);
	return {
		async versions() {
			const versions = new Map<string, string[]>();
			const rows = await postgres.rows('SELECT id, data FROM audit_execution ORDER BY n');
			for (const [id, data] of rows) {
				versions.set(id, [...(versions.get(id) ?? []), data]);
			}
			return versions;
		},
		async lostKeys() {
			const rows = await postgres.rows('SELECT at, hash FROM audit_key ORDER BY at');
			return rows.map(([at, hash]) => ({ at, hash }));
		},
	};
}
