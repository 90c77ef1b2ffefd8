import type { ClientBase } from 'pg';
import { NO_TIMEOUTS } from '../../core/db/db.ts';

// The parts of a registry, from the database's own catalog: a new table or column is copied without a change here.

export interface Table {
  name: string;
  /** The columns that are stored, not generated. */
  columns: string[];
  /** Their types by full name, without length. */
  types: string[];
}

/**
 * The registry's tables, each after those that it refers to, without those that a crash empties anyway. Who may remove photos and
 * documents from their store is left out, since it is said of one registry and of no copy.
 */
export async function listTables(client: ClientBase): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `SELECT relname::text AS name,
       array_agg(attname::text ORDER BY attnum) AS columns,
       array_agg(format('%I.%I', nspname, typname) ORDER BY attnum) AS types
     FROM pg_class
     JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     JOIN pg_type ON pg_type.oid = atttypid
     JOIN pg_namespace ON pg_namespace.oid = typnamespace
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relpersistence = 'p'
       AND relname NOT IN ('schema_version', 'schema_sql', 'latidos')
       AND (relname, attname) <> ('almacen', 'titular')
       AND NOT EXISTS (SELECT FROM pg_depend
                       WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
     GROUP BY pg_class.oid, relname ORDER BY relname`,
  );
  const { rows: references } = await client.query<{ child: string; parent: string }>(
    `SELECT DISTINCT child.relname::text AS child, parent.relname::text AS parent
     FROM pg_constraint
     JOIN pg_class child ON child.oid = conrelid
     JOIN pg_class parent ON parent.oid = confrelid
     WHERE contype = 'f' AND conrelid <> confrelid`,
  );
  const sorted: Table[] = [];
  let rest = tables;
  while (rest.length > 0) {
    const names = new Set(rest.map(({ name }) => name));
    const waits = ({ name }: Table) =>
      references.some(({ child, parent }) => child === name && names.has(parent));
    const next = rest.filter((table) => !waits(table));
    if (next.length === 0) throw new Error(`tables refer to each other: ${[...names]}`);
    sorted.push(...next);
    rest = rest.filter(waits);
  }
  return sorted;
}

/** The next value of each of the registry's sequences. */
export async function listSequences(client: ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; increment: string }>(
    `SELECT relname::text AS name, seqincrement::text AS increment
     FROM pg_sequence JOIN pg_class ON pg_class.oid = seqrelid
     WHERE relnamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend
                       WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
     ORDER BY relname`,
  );
  const next: Record<string, string> = {};
  for (const { name, increment } of rows) {
    const { rows: values } = await client.query<{ next: string }>(
      `SELECT (last_value + CASE WHEN is_called THEN ${increment} ELSE 0 END)::text AS next
       FROM ${client.escapeIdentifier(name)}`,
    );
    next[name] = values[0]?.next ?? '1';
  }
  return next;
}

/** Settings for texts that one database writes and another reads, without time limits, for the current transaction. */
export async function agreeOnText(client: ClientBase): Promise<void> {
  await client.query(NO_TIMEOUTS);
  await client.query(
    `SELECT set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true),
       set_config('IntervalStyle', 'iso_8601', true), set_config('bytea_output', 'hex', true),
       set_config('extra_float_digits', '3', true)`,
  );
}
