import type { Postgres } from './postgres.mts';

/** All columns that PostgreSQL may compress, and how they are to be kept: whole. */
const EVERY_LARGE_COLUMN = `
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

/**
 * Has PostgreSQL keep what is written from now on without compressing it: a search for a text in its
 * files, also in rows that were deleted since, would find nothing otherwise.
 */
export const keepPlain = (postgres: Postgres): Promise<void> =>
	postgres.execute(EVERY_LARGE_COLUMN);
