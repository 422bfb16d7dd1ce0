/**
 * Reads a plain dump of PostgreSQL (`pg_dump`, with COPY or INSERT) or MySQL (`mysqldump`,
 * phpMyAdmin) row by row, with flat memory. Statements that carry no rows are passed over.
 */

import { dumpBytes } from './dump-bytes.ts'
import { opens, TERMINAL_LINE } from './dump-end.ts'
import { DumpError } from './dump-error.ts'
import type { RowSink, TableSink, Tables } from './row-sink.ts'
import { SqlText, type TextPoint } from './sql-text.ts'
import {
  BROKEN,
  copiedValue,
  createdColumns,
  escapesIn,
  quotedText,
  readName,
  readNames,
  readTuple,
  skipSpace,
  UNFINISHED,
} from './sql-values.ts'

/** Words with which statements of a dump begin. */
const STATEMENTS =
  /^(set|select|create|copy|insert|replace|drop|alter|lock|unlock|use|begin|start|commit|comment|grant|revoke|analyze|delete|update|truncate|do|delimiter|call|end|refresh|reset|flush)\b/i

type State = {
  tables: Tables
  /** Columns by table, from CREATE TABLE. */
  created: Map<string, string[]>
  /** True after the beginning of a dump whose program marks its end, until that comes. */
  isOpen: boolean
  isMysql: boolean
  isPostgres: boolean
  /** True after PostgreSQL's `SET standard_conforming_strings = off`. */
  escapes: boolean
  databases: Set<string>
  /** Schema by table, of those of which rows were taken. */
  schemas: Map<string, string>
  /** True until the first statement was read. */
  isFirst: boolean
  /** Table in the middle of whose rows the reading stopped. */
  copy: Copy | null
}

/** Rows of a COPY, as far as they were read. */
type Copy = { table: string; schema: string; columns: readonly string[]; count: number }

const NEW_STATE: State = {
  tables: new Map(),
  created: new Map(),
  isOpen: false,
  isMysql: false,
  isPostgres: false,
  escapes: false,
  databases: new Set(),
  schemas: new Map(),
  isFirst: true,
  copy: null,
}

/** Place at which the reading of a dump stopped; plain data. */
export type ReadPoint = {
  text: TextPoint
  state: Pick<State, 'isOpen' | 'isMysql' | 'isPostgres' | 'escapes' | 'isFirst' | 'copy'> & {
    tables: [string, { columns: readonly string[]; rows: number }][]
    created: [string, string[]][]
    databases: string[]
    schemas: [string, string][]
  }
}

type PartOptions = {
  /** Place at which an earlier part stopped. */
  from?: ReadPoint | undefined
  /** Returns whether to stop; asked after each part of the text, of which one is always read. */
  isOver?: () => boolean
}

/** Thrown where the reading may stop. */
class Stop extends Error {}

/**
 * Reads a dump into a sink.
 * @returns all tables, also those that the sink left out
 * @throws DumpError if it cannot be read to its end
 */
export const readDump = async (given: AsyncIterable<Uint8Array>, sink: RowSink): Promise<Tables> =>
  (await readDumpPart(given, sink)).tables

/**
 * Reads a dump, or a part of it, into a sink.
 * @param given bytes of the dump; with `from` those behind `from.text.bytes`, but of gzip all
 * @returns the tables so far, and the place at which it stopped; null at the end
 * @throws DumpError if it cannot be read
 */
export async function readDumpPart(
  given: AsyncIterable<Uint8Array>,
  sink: RowSink,
  { from, isOver = () => false }: PartOptions = {},
): Promise<{ tables: Tables; point: ReadPoint | null }> {
  const sql = new SqlText(dumpBytes(given, from?.text), from?.text)
  const state = from ? stateOf(from) : structuredClone(NEW_STATE)
  const pause = () => {
    if (sql.hasRead() && isOver()) throw new Stop()
  }
  try {
    await readStatements(sql, sink, state, pause)
    return { tables: state.tables, point: null }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { tables: state.tables, point: { text: sql.point(), state: kept(state) } }
  } finally {
    await sql.close()
  }
}

const stateOf = ({ state }: ReadPoint): State => ({
  ...state,
  tables: new Map(state.tables),
  created: new Map(state.created),
  databases: new Set(state.databases),
  schemas: new Map(state.schemas),
})

const kept = (state: State): ReadPoint['state'] => ({
  ...state,
  tables: [...state.tables],
  created: [...state.created],
  databases: [...state.databases],
  schemas: [...state.schemas],
})

async function readStatements(sql: SqlText, sink: RowSink, state: State, pause: () => void): Promise<void> {
  if (sql.text === '') await sql.more()
  if (state.isFirst && sql.text.startsWith('\ufeff')) sql.at = 1
  if (state.copy) await copyAll(sql, sink, state, state.copy, pause)
  for (;;) {
    sql.at = skipSpace(sql.text, sql.at)
    if (sql.at >= sql.text.length) {
      if (await sql.more()) continue
      break
    }
    pause()
    if (state.isFirst && (await isForTerminal(sql))) {
      await takeLine(sql)
      continue
    }
    const start = sql.text[sql.at]!
    if (start === '-' || start === '#') noteComment(await takeLine(sql), state)
    else if (start === '\\') noteCommand(await takeLine(sql), sql, state)
    else if (start === '/') noteEnd(await takeBlockComment(sql), state)
    else if (start === ';') sql.at++
    else {
      const word = await firstWord(sql)
      if (state.isFirst && !STATEMENTS.test(word))
        throw new DumpError('notSql', sql.lineOf(sql.at), 'this is no dump of SQL')
      state.isFirst = false
      if (/^copy$/i.test(word)) await readCopy(sql, sink, state, pause)
      else if (/^(insert|replace)$/i.test(word)) await readInsert(sql, sink, state)
      else if (/^delimiter$/i.test(word)) await takeLine(sql)
      else {
        const line = sql.lineOf(sql.at)
        noteStatement(await takeStatement(sql, state), line, state)
      }
    }
  }
  if (state.isOpen) throw new DumpError('cut', sql.lineOf(sql.text.length), 'the dump ends before its last line')
  for (const [table, columns] of state.created)
    if (!state.tables.has(table)) state.tables.set(table, { columns, rows: 0 })
}

/** Returns the next characters, fewer at the end of the dump. */
async function ahead(sql: SqlText, count: number): Promise<string> {
  while (sql.text.length - sql.at < count && (await sql.more()));
  return sql.text.slice(sql.at, sql.at + count)
}

/** Returns whether a line of mysqldump for a terminal stands at the place. */
async function isForTerminal(sql: SqlText): Promise<boolean> {
  return TERMINAL_LINE.test(await ahead(sql, 256))
}

/** Returns the first word, with the text up to its end decoded. */
async function firstWord(sql: SqlText): Promise<string> {
  return /^[A-Za-z_]*/.exec((await ahead(sql, 64)).slice(0, 32))![0]
}

async function takeLine(sql: SqlText): Promise<string> {
  for (;;) {
    const end = sql.text.indexOf('\n', sql.at)
    if (end >= 0 || !(await sql.more())) {
      const line = sql.text.slice(sql.at, end < 0 ? undefined : end)
      sql.at = end < 0 ? sql.text.length : end + 1
      return line.endsWith('\r') ? line.slice(0, -1) : line
    }
  }
}

function noteEnd(text: string, state: State): void {
  state.isOpen = opens(text) ?? state.isOpen
}

function noteComment(line: string, state: State): void {
  noteEnd(line, state)
  if (/^-- (PostgreSQL|Adminer .*PostgreSQL)/.test(line)) state.isPostgres = true
  // Comments of PostgreSQL's dumps have names that people gave.
  else if (!state.isPostgres && /MySQL|MariaDB|phpMyAdmin/.test(line)) state.isMysql = true
}

function noteCommand(line: string, sql: SqlText, state: State): void {
  const database = /^\\c(?:onnect)?\s+(?:-\S+\s+)*(\S+)/.exec(line)?.[1]
  if (database) noteDatabase(database, sql.lineOf(sql.at) - 1, state)
}

function noteDatabase(name: string, line: number, { databases, tables }: State): void {
  databases.add(name)
  if (databases.size > 1 && tables.size > 0)
    throw new DumpError('unsupported', line, 'it holds several databases; dump one alone')
}

/** Returns a block comment, which MySQL may take for a statement. */
async function takeBlockComment(sql: SqlText): Promise<string> {
  for (;;) {
    const end = sql.text.indexOf('*/', sql.at + 2)
    if (end >= 0) {
      const comment = sql.text.slice(sql.at, end)
      sql.at = end + 2
      return comment
    }
    const line = sql.lineOf(sql.at)
    if (!(await sql.more())) throw new DumpError('cut', line, 'a comment without end')
  }
}

/** Facts on which it depends where a text or a statement ends. */
type Dialect = Pick<State, 'isMysql' | 'escapes'>

/** Returns whether a backslash escapes in every text. */
const hasEscapes = ({ isMysql, escapes }: Dialect): boolean => isMysql || escapes

/**
 * Returns the place behind the `;` of the statement that begins at
 * `from`; -1 if it is not decoded yet.
 */
function endOfStatement(text: string, from: number, dialect: Dialect): number {
  // In MySQL `$$` is a delimiter that people choose.
  const special = dialect.isMysql ? /['"`;]|--|\/\*/g : /['"`;]|--|\/\*|\$(?:[A-Za-z_]\w*)?\$/g
  for (special.lastIndex = from; ; ) {
    const found = special.exec(text)
    if (!found) return -1
    const [sign] = found
    if (sign === ';') return special.lastIndex
    if (sign === '--' || sign === '/*' || sign.startsWith('$')) {
      const closing = sign === '--' ? '\n' : sign === '/*' ? '*/' : sign
      const end = text.indexOf(closing, special.lastIndex)
      if (end < 0) return -1
      special.lastIndex = end + closing.length
    } else {
      const isText = sign === "'"
      const quoted = quotedText(text, found.index, isText && escapesIn(text, found.index, hasEscapes(dialect)))
      if (quoted === UNFINISHED) return -1
      special.lastIndex = quoted.end
    }
  }
}

/** Returns a statement with its `;`. */
async function takeStatement(sql: SqlText, dialect: Dialect): Promise<string> {
  for (;;) {
    const end = endOfStatement(sql.text, sql.at, dialect)
    if (end >= 0) {
      const statement = sql.text.slice(sql.at, end)
      sql.at = end
      return statement
    }
    const line = sql.lineOf(sql.at)
    if (!(await sql.more())) throw new DumpError('cut', line, 'a statement without end')
  }
}

const CONFORMING = /^set\s+(?:session\s+|local\s+)?standard_conforming_strings\s*(?:=|to)\s*'?(\w+)/i

function noteStatement(statement: string, line: number, state: State): void {
  // In MySQL a database is chosen so.
  const used = /^use\s+/i.exec(statement)
  const database = used && readName(statement, used[0].length)
  if (database) noteDatabase(database.name, line, state)
  if (/^set\s/i.test(statement)) noteEnd(statement, state)
  const conforming = CONFORMING.exec(statement)?.[1]
  if (conforming) state.escapes = /^(off|false|no|0)$/i.test(conforming)
  const created = /^create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?/i.exec(statement)
  const table = created && readName(statement, created[0].length)
  if (table) {
    const list = skipSpace(statement, table.end)
    if (statement.slice(created[0].length, table.end).includes('`')) state.isMysql = true
    if (statement[list] === '(') state.created.set(table.name, createdColumns(statement, list, hasEscapes(state)))
  }
}

async function readCopy(sql: SqlText, sink: RowSink, state: State, pause: () => void): Promise<void> {
  const begin = sql.lineOf(sql.at)
  const head = await takeStatement(sql, state)
  await takeLine(sql)
  const table = readName(head, 'copy'.length)
  if (!table || !/\bfrom\s+stdin\s*;$/i.test(head)) {
    if (/\bfrom\s+stdin\b/i.test(head)) throw new DumpError('unsupported', begin, 'a COPY of another form than text')
    return
  }
  const columns = readNames(head, table.end)?.names ?? state.created.get(table.name)
  if (!columns) throw new DumpError('noColumns', begin, `the columns of ${table.name} are not named`)
  await copyAll(sql, sink, state, { table: table.name, schema: table.schema, columns, count: 0 }, pause)
}

/** Reads the rows of a COPY to their end. */
async function copyAll(sql: SqlText, sink: RowSink, state: State, copy: Copy, pause: () => void): Promise<void> {
  state.copy = copy
  const rows = sink.open(copy.table, copy.columns)
  await (rows ? copyRows(sql, rows, copy, pause) : passRows(sql, copy, pause))
  state.copy = null
  addRows(state, copy, rows ? sql.lineOf(sql.at) : undefined)
}

/**
 * Counts the rows of a table.
 * @param line place behind them; undefined if nobody wants them
 * @throws DumpError if a table of the same name in another schema has rows too
 */
function addRows({ tables, schemas }: State, { table, schema, columns, count }: Copy, line: number | undefined): void {
  tables.set(table, { columns, rows: (tables.get(table)?.rows ?? 0) + count })
  if (count === 0 || line === undefined) return
  const other = schemas.get(table) || schema
  if (schema && other !== schema)
    throw new DumpError(
      'unsupported',
      line,
      `${table} is in two schemas, ${other} and ${schema}; dump one by -n SCHEMA`,
    )
  schemas.set(table, other)
}

const cutIn = (sql: SqlText, table: string): DumpError =>
  new DumpError('cut', sql.lineOf(sql.text.length), `the dump ends in the middle of table ${table}`)

async function copyRows(sql: SqlText, rows: TableSink, copy: Copy, pause: () => void): Promise<void> {
  const width = copy.columns.length
  for (;;) {
    const { text } = sql
    for (let end = text.indexOf('\n', sql.at); end >= 0; end = text.indexOf('\n', sql.at)) {
      const from = sql.at
      const to = text.charCodeAt(end - 1) === 13 ? end - 1 : end
      sql.at = end + 1
      if (to - from === 2 && text.startsWith('\\.', from)) return
      copy.count++
      const values: (string | null)[] = text.slice(from, to).split('\t')
      if (values.length !== width) {
        rows.broken(sql.lineOf(from))
        continue
      }
      for (let i = 0; i < width; i++) values[i] = copiedValue(values[i]!)
      rows.row(values, sql.lineOf(from))
    }
    sql.found()
    pause()
    if (!(await sql.more())) throw cutIn(sql, copy.table)
  }
}

/** Passes over the rows of a table that is not wanted. */
async function passRows(sql: SqlText, copy: Copy, pause: () => void): Promise<void> {
  for (;;) {
    const { text } = sql
    for (let end = text.indexOf('\n', sql.at); end >= 0; end = text.indexOf('\n', sql.at)) {
      const isEnd = text.startsWith('\\.', sql.at) && end - sql.at <= 3
      sql.at = end + 1
      if (isEnd) return
      copy.count++
    }
    sql.found()
    pause()
    if (!(await sql.more())) throw cutIn(sql, copy.table)
  }
}

/** Statement up to the tuples of its VALUES, and one that has none: a name may have any sign. */
const HEAD = /^(?:[^;'"`]|'[^']*'|"[^"]*"|`[^`]*`)*?\bvalues\s*(?=\()/i
const WITHOUT_VALUES = /^(?:[^;'"`]|'[^']*'|"[^"]*"|`[^`]*`)*;/

/** Returns the head of an INSERT, up to and without its first tuple; undefined if it has none. */
async function insertHead(sql: SqlText): Promise<string | undefined> {
  for (;;) {
    const begin = sql.text.slice(sql.at, sql.at + 16_384)
    const found = HEAD.exec(begin)
    if (found) return found[0]
    const line = sql.lineOf(sql.at)
    if (WITHOUT_VALUES.test(begin) || sql.text.length - sql.at > 16_384) return undefined
    if (!(await sql.more())) throw new DumpError('cut', line, 'the dump ends in the middle of an INSERT')
  }
}

const INTO = /^(?:insert|replace)\s+(?:(?:low_priority|high_priority|delayed|ignore|into|only)\s+)*/i

async function readInsert(sql: SqlText, sink: RowSink, state: State): Promise<void> {
  const begin = sql.lineOf(sql.at)
  const head = await insertHead(sql)
  const into = head && INTO.exec(head)
  const table = into && readName(head, into[0].length)
  if (!table) {
    await takeStatement(sql, state)
    return
  }
  const isMysql = state.isMysql || head.slice(into[0].length, table.end).includes('`')
  const columns = readNames(head, table.end)?.names ?? state.created.get(table.name)
  if (!columns) {
    const option = isMysql ? '--complete-insert' : '--column-inserts'
    throw new DumpError('noColumns', begin, `the columns of ${table.name} are not named; dump with ${option}`)
  }
  sql.at += head.length
  const rows = sink.open(table.name, columns)
  const dialect = { isMysql, escapes: state.escapes }
  const count = await insertedRows(sql, rows, columns.length, dialect, table.name)
  addRows(state, { table: table.name, schema: table.schema, columns, count }, rows ? begin : undefined)
}

/** Moves to the next character that is no space, and returns it. */
async function nextSign(sql: SqlText, table: string): Promise<string> {
  for (sql.at = skipSpace(sql.text, sql.at); sql.at >= sql.text.length; sql.at = skipSpace(sql.text, sql.at))
    if (!(await sql.more())) throw cutIn(sql, table)
  return sql.text[sql.at]!
}

async function insertedRows(
  sql: SqlText,
  rows: TableSink | undefined,
  width: number,
  dialect: Dialect,
  table: string,
): Promise<number> {
  let count = 0
  for (;;) {
    const tuple = readTuple(sql.text, sql.at, hasEscapes(dialect))
    if (tuple === UNFINISHED) {
      if (!(await sql.more())) throw cutIn(sql, table)
      continue
    }
    if (tuple === BROKEN) {
      rows?.broken(sql.lineOf(sql.at))
      await takeStatement(sql, dialect)
      return count + 1
    }
    count++
    const line = sql.lineOf(sql.at)
    if (tuple.values.length === width) rows?.row(tuple.values, line)
    else rows?.broken(line)
    sql.found()
    sql.at = tuple.end
    if ((await nextSign(sql, table)) !== ',') {
      await takeStatement(sql, dialect)
      return count
    }
    sql.at++
    await nextSign(sql, table)
  }
}
