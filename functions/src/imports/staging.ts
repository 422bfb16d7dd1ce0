/**
 * Rows of another system on disk while they are mapped. A dump has its tables in an order of its
 * own (messages before the tickets they belong to), so the wanted columns of the wanted tables are
 * laid into a temporary SQLite file first, and are then read in the order in which they are needed.
 * Memory stays flat whatever the dump's size.
 */
import { rmSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Imported, ImportKind } from '@balcao/shared/rules/imports/record.ts'
import { instantOf, liesAhead, withoutAhead } from '@balcao/shared/rules/imports/values.ts'
import type { RowSink, TableSink, Values } from './dump/row-sink.ts'
import { elements } from './stream-elements.ts'

/** Tables that are laid out, each with its columns. */
export type StagePlan = {
  /** Prefix of the tables' names here, as two systems may share a name. */
  prefix: string
  tables: Readonly<Record<string, readonly string[]>>
  /** Column with a row's creation, from which `at` is. */
  createdColumn: string
  /** Column with the row's company. */
  companyColumn: string
  /** Columns with further times of what was, by table; one that lies ahead is marked. */
  past: Readonly<Record<string, readonly string[]>>
  /**
   * Tables whose dates stay as they are: of things to come, and by which the other installation is
   * known.
   */
  untouched: readonly string[]
  /** Tables whose rows of other companies are left out at once, as they are many. */
  filtered: readonly string[]
  /** Returns values in the order of the columns, without what will not be needed. */
  trim?: Readonly<Record<string, (values: (string | null)[]) => void>>
}

export type Staging = {
  sink: RowSink
  /** Runs statements, such as the creation of an index. */
  run(sql: string): void
  /** Reads rows one after another. */
  each<T = unknown>(sql: string, ...values: SQLInputValue[]): IterableIterator<T>
  first<T = unknown>(sql: string, ...values: SQLInputValue[]): T | undefined
  all<T = unknown>(sql: string, ...values: SQLInputValue[]): T[]
  /**
   * Writes everything to the file, with facts about it in place of
   * earlier ones, for `reopenStaging`.
   */
  keep(facts: object): void
  /** Closes the file, and removes it. */
  close(): void
}

/** Table of the lines that could not be read, by table. */
const BROKEN = 'broken_rows'
/** Table of what is known of the file. */
const FACTS = 'facts'

/**
 * Opens a staging file.
 * @param company id of the only wanted company, if it is known beforehand
 */
export function openStaging(path: string, plans: readonly StagePlan[], company?: string): Staging {
  rmSync(path, { force: true })
  const db = openDatabase(path)
  db.exec(`CREATE TABLE ${BROKEN} (tab TEXT, line INTEGER);`)
  for (const { prefix, tables } of plans)
    for (const [table, columns] of Object.entries(tables))
      db.exec(
        `CREATE TABLE ${prefix}${table} (line INTEGER, at INTEGER, ${columns.map(column => `"${column}" TEXT`).join(', ')})`,
      )
  // One transaction, which only `keep` ends.
  db.exec('BEGIN')
  return { sink: sinkOf(db, plans, company), ...questionsTo(db, path) }
}

function sinkOf(db: DatabaseSync, plans: readonly StagePlan[], company: string | undefined): RowSink {
  const insertBroken = db.prepare(`INSERT INTO ${BROKEN} VALUES (?, ?)`)
  const inserts = new Map<string, StatementSync>()

  function open(table: string, given: readonly string[]): TableSink | undefined {
    const plan = planOf(plans, table, given)
    if (!plan) return undefined
    const name = Object.keys(plan.tables).find(one => one.toLowerCase() === table.toLowerCase())!
    const columns = plan.tables[name]!
    const staged = `${plan.prefix}${name}`
    const sql = `INSERT INTO ${staged} VALUES (?, ?${', ?'.repeat(columns.length)})`
    const insert = inserts.get(sql) ?? db.prepare(sql)
    inserts.set(sql, insert)
    const places = columns.map(column => given.indexOf(column))
    const created = given.indexOf(plan.createdColumn)
    const isUntouched = plan.untouched.includes(name)
    const past = (plan.past[name] ?? []).map(column => columns.indexOf(column))
    const now = Date.now()
    const owner = company !== undefined && plan.filtered.includes(name) ? given.indexOf(plan.companyColumn) : -1
    const trim = plan.trim?.[name]
    return {
      row(values: Values, line: number) {
        // A row of no company may belong to what is wanted by its ticket.
        if (owner >= 0 && values[owner] !== company && values[owner] !== null) return
        const kept = places.map(place => values[place] ?? null)
        trim?.(kept)
        for (const place of past) kept[place] = withoutAhead(kept[place]!, now)
        const at = created < 0 ? null : instantOf(values[created]!)
        insert.run(line, at !== null && !isUntouched && liesAhead(at, now) ? null : at, ...kept)
      },
      broken: line => void insertBroken.run(staged, line),
    }
  }

  return { open }
}

/**
 * Opens a staging file that was kept; returns the facts about it.
 * @param plans of the rows that may follow; none if all of them are there
 */
export function reopenStaging<T extends object>(
  path: string,
  plans: readonly StagePlan[] = [],
  company?: string,
): { staging: Staging; facts: T } {
  const db = openDatabase(path)
  db.exec('BEGIN')
  const staging = { sink: sinkOf(db, plans, company), ...questionsTo(db, path) }
  return { staging, facts: JSON.parse(staging.first<{ json: string }>(`SELECT json FROM ${FACTS}`)!.json) as T }
}

function openDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path)
  db.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA cache_size = -8000; PRAGMA temp_store = FILE; PRAGMA page_size = 8192;`)
  return db
}

function questionsTo(db: DatabaseSync, path: string): Omit<Staging, 'sink'> {
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, known)
    return known
  }
  return {
    run: sql => db.exec(sql),
    keep(facts) {
      db.exec(`DROP TABLE IF EXISTS ${FACTS}; CREATE TABLE ${FACTS} (json TEXT)`)
      db.prepare(`INSERT INTO ${FACTS} VALUES (?)`).run(JSON.stringify(facts))
      // What is written later, while rows are read, is needed by nobody else.
      db.exec('COMMIT; BEGIN')
    },
    each: <T>(sql: string, ...values: SQLInputValue[]) => prepared(sql).iterate(...values) as IterableIterator<T>,
    first: <T>(sql: string, ...values: SQLInputValue[]) => prepared(sql).get(...values) as T | undefined,
    all: <T>(sql: string, ...values: SQLInputValue[]) => prepared(sql).all(...values) as T[],
    close() {
      db.close()
      rmSync(path, { force: true })
    },
  }
}

/**
 * Returns the plan to which a table belongs: by its name, and by how many of its columns are known.
 * Of as many columns it decides how names are written: a column of somebody's own counts for little.
 */
function planOf(plans: readonly StagePlan[], table: string, given: readonly string[]): StagePlan | undefined {
  const isSnake = given.some(column => column.includes('_'))
  const ranked = plans.flatMap(plan => {
    const name = Object.keys(plan.tables).find(one => one.toLowerCase() === table.toLowerCase())
    if (!name) return []
    const known = [...plan.tables[name]!, plan.createdColumn].filter(column => given.includes(column)).length
    return [{ plan, rank: known * 2 + (plan.createdColumn.includes('_') === isSnake ? 1 : 0) }]
  })
  return ranked.sort((a, b) => b.rank - a.rank)[0]?.plan
}

/** Returns the lines of a table that could not be read. */
const brokenLines = (staging: Staging, table: string): IterableIterator<{ line: number }> =>
  staging.each(`SELECT line FROM ${BROKEN} WHERE tab = ? ORDER BY line`, table)

/** Makes the table of rows whose id an earlier row of their table has. */
export const makeDoubled = (staging: Staging): void =>
  staging.run('CREATE TABLE doubled_rows (tab TEXT, line INTEGER, id TEXT)')

/** Indexes a table by its key, and moves rows whose key an earlier row has out of it. */
export function setDoublesApart(staging: Staging, table: string, key: string): void {
  staging.run(`CREATE INDEX key_${table} ON ${table} (${key})`)
  const { all, different } = staging.first<{ all: number; different: number }>(`
    SELECT count(id) AS "all", (SELECT count(*) FROM (SELECT DISTINCT ${key} FROM ${table} WHERE id IS NOT NULL)) AS different
    FROM ${table}`)!
  if (all === different) return
  const later = `id IS NOT NULL AND rowid NOT IN (SELECT min(rowid) FROM ${table} WHERE id IS NOT NULL GROUP BY ${key})`
  staging.run(`
    INSERT INTO doubled_rows SELECT '${table}', line, id FROM ${table} WHERE ${later};
    DELETE FROM ${table} WHERE ${later}`)
}

/** Yields the rows that cannot be read, and those whose id another row has. */
export function* unreadableRows(
  staging: Staging,
  prefix: string,
  kinds: Readonly<Partial<Record<string, ImportKind>>>,
): Generator<Imported> {
  for (const [table, kind] of Object.entries(kinds)) {
    for (const { line } of brokenLines(staging, `${prefix}${table}`))
      yield elements.refused(kind!, { line, id: '' }, 'brokenRow')
    const doubles = staging.each<{ line: number; id: string }>(
      'SELECT line, id FROM doubled_rows WHERE tab = ? ORDER BY line',
      `${prefix}${table}`,
    )
    for (const row of doubles) yield elements.refused(kind!, row, 'doubledId')
  }
}
