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
 */
export async function readPostgres(url: string, sink: RowSink): Promise<Tables> {
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
    for (const [table, columns] of await columnsOf(client))
      tables.set(table, { columns, rows: await readTable(client, sink, table, columns) })
    return tables
  } finally {
    await client.query('ROLLBACK').catch(() => undefined)
    await client.end().catch(() => undefined)
  }
}

async function columnsOf(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string }>(`
    SELECT c.table_name AS table, json_agg(c.column_name ORDER BY c.ordinal_position) AS columns
    FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE'
    GROUP BY c.table_name ORDER BY c.table_name`)
  return new Map(rows.map(({ table, columns }) => [table, JSON.parse(columns) as string[]]))
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
