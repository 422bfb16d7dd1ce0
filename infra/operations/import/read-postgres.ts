import { DumpError } from '@balcao/functions/imports/dump/dump-error.ts'
import type { RowSink, Tables } from '@balcao/functions/imports/dump/row-sink.ts'
import pg from 'pg'
import Cursor from 'pg-cursor'

/** Rows of a cursor's turn; those of a chat have about a kilobyte. */
const ROWS = 1000
/** Gives every value as PostgreSQL prints it, as a dump has it. */
const AS_TEXT = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Reads the tables of a live database into a sink, as they are at one moment: in a transaction that
 * sees one state and cannot write, by cursors, so that memory is flat on
 * both sides. Rows have no line.
 * @throws DumpError with what the server says, if it cannot be read
 */
export async function readPostgres(url: string, sink: RowSink): Promise<Tables> {
  try {
    return await readTables(url, sink)
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string }
    // Errors of the server and of the network have codes.
    if (error instanceof DumpError || typeof code !== 'string') throw error
    throw new DumpError('unsupported', 0, `the database cannot be read: ${message || code}`)
  }
}

async function readTables(url: string, sink: RowSink): Promise<Tables> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'balcao-import',
    connectionTimeoutMillis: 15_000,
    types: AS_TEXT,
  })
  // A broken connection is thrown by the query that waits for it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query("SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'; SET LOCAL statement_timeout = 0")
    const tables: Tables = new Map()
    for (const { table, columns, isReadable } of await tablesOf(client)) {
      // Of a table that nobody wants, the rows are only counted.
      if (!isReadable && !sink.open(table, columns)) continue
      tables.set(table, { columns, rows: await readTable(client, sink, table, columns) })
    }
    return tables
  } finally {
    await client.query('ROLLBACK').catch(() => undefined)
    await client.end().catch(() => undefined)
  }
}

type Table = { table: string; columns: string[]; isReadable: boolean }

/** Returns the tables, also those that the user may not read: they are not left out unsaid. */
async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ table: string; columns: string; readable: string }>(`
    SELECT c.relname AS table, json_agg(a.attname ORDER BY a.attnum) AS columns,
      has_table_privilege(c.oid, 'SELECT') AS readable
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p')
    GROUP BY c.oid, c.relname ORDER BY c.relname`)
  return rows.map(({ table, columns, readable }) => ({
    table,
    columns: JSON.parse(columns) as string[],
    isReadable: readable === 't',
  }))
}

async function readTable(client: pg.Client, sink: RowSink, table: string, columns: string[]): Promise<number> {
  const taker = sink.open(table, columns)
  if (!taker) {
    const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM ${quoted(table)}`)
    return Number(rows[0]!.n)
  }
  const cursor = client.query(
    new Cursor<(string | null)[]>(`SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(table)}`, [], {
      rowMode: 'array',
      types: AS_TEXT,
    }),
  )
  let count = 0
  for (let rows = await cursor.read(ROWS); rows.length > 0; rows = await cursor.read(ROWS)) {
    for (const row of rows) taker.row(row, 0)
    count += rows.length
  }
  await cursor.close()
  return count
}
