/**
 * Small lists: some hundreds of rows of one kind per company, in one partition. A row lies in the table as it is on the wire,
 * so its shape is the contract's and is written down once; a list is read whole and cut into pages. What grows with the
 * business (products, customers, orders) is no small list: it needs indexed pages and search items.
 *
 * Keys: pk `company#kind`, sk `kind#id`. A page costs half a read unit per 4 KB of all rows; a change of one row without a
 * name of its own 2 write units, with one 2 more for each name that is taken or left.
 */
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import type { RowChannel } from '@balcao/shared/events/realtime.ts'
import { newId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { inParts } from '../../in-parts.ts'
import type { Test, Tests } from './condition.ts'
import { defineRow, type RowOf } from './define-row.ts'
import { foldName } from './fold.ts'
import { getItem } from './get-item.ts'
import { given } from './given.ts'
import { type Page, type PageOptions, pageOfMatches } from './page.ts'
import { everyItem } from './query-items.ts'
import { check, put, type Refusals, remove, transact, update, type Write, WriteRefused } from './transact.ts'
import { reclaim, type UniqueKind } from './unique.ts'

/** What every row has. */
export type SmallRow = { id: string; createdAt: string; updatedAt: string }

/** What tells one small list from another. */
export type SmallList<Row extends SmallRow> = {
  /** The word for a row: in its keys, as the label of its write, and in the events about it. */
  kind: RowChannel
  /** What is said of an id that is none of the company's. */
  missing: ErrorCode
  /** By this the list is ordered, and in this it is searched; accents and case aside. */
  text: (row: Row) => string
  /** What only one row of the company may have, its name first of all. */
  unique: (row: Row) => Partial<Record<UniqueKind, string>>
  /** What `unique` claims and another row has. */
  taken: Refusals
  /** Completes a row as it is in the table. */
  read?: (row: Row) => Row
  /** Whose row it is, where a list belongs to a row of another: its id. Such a list is read with `of`. */
  owner?: (row: Row) => string
}

/** Writes that belong into the same transaction, and what it means when one of them is refused. */
export type Along = { writes?: readonly Write[]; refusals?: Refusals }

const define = (kind: RowChannel) =>
  defineRow({
    kind,
    key: { pk: `\${companyId}#${kind}` as '${companyId}#', sk: `${kind}#\${id}` as '#${id}' },
    indexes: { gsi1: { pk: `\${companyId}#${kind}#\${listOwner}` as '${companyId}#${listOwner}', sk: '${listId}' } },
    content: z.object({
      companyId: z.string(),
      id: z.string(),
      /** Id of the row that the row belongs to, and its own id; absent in a list without owners. */
      listOwner: z.string().optional(),
      listId: z.string().optional(),
      updatedAt: z.string(),
    }),
    keyOnly: ['companyId', 'id', 'listOwner', 'listId'],
    unmarked: true,
    open: true,
  })

type Kind = ReturnType<typeof define>
type Stored = RowOf<Kind>

const kinds = new Map<RowChannel, Kind>()

/** Returns the kind of the rows of a list. */
function kindOf(kind: RowChannel): Kind {
  const known = kinds.get(kind) ?? define(kind)
  kinds.set(kind, known)
  return known
}

/** Returns where a row lies. */
export const keyOf = (companyId: string, kind: RowChannel, id: string) => kindOf(kind).key({ companyId, id })

function toRow<Row extends SmallRow>({ kind, read }: SmallList<Row>, item: Record<string, unknown>): Row {
  const { companyId: _, ...row } = kindOf(kind).parse(item) as Stored
  return read ? read(row as unknown as Row) : (row as unknown as Row)
}

/** The writes that take and leave what only one row may have; `undefined` for a row that is new or goes. */
function claims<Row extends SmallRow>(
  companyId: string,
  { unique }: SmallList<Row>,
  id: string,
  before: Row | undefined,
  after: Row | undefined,
): Write[] {
  const from = before ? unique(before) : {}
  const to = after ? unique(after) : {}
  const kinds = Object.keys({ ...from, ...to }) as UniqueKind[]
  return kinds.flatMap(kind => reclaim(companyId, kind, id, from[kind], to[kind]))
}

/** A row that is about to be made. */
export function newRow<Row extends SmallRow>(fields: Omit<Row, keyof SmallRow>): Row {
  const now = new Date().toISOString()
  return { ...fields, id: newId(), createdAt: now, updatedAt: now } as Row
}

export async function getRow<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  id: string,
  consistent = false,
): Promise<Row | undefined> {
  const item = await getItem(keyOf(companyId, list.kind, id), consistent)
  return item && toRow(list, item)
}

/** Throws the list's `missing`. */
export async function requireRow<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  id: string,
  consistent = false,
): Promise<Row> {
  const row = await getRow(companyId, list, id, consistent)
  if (!row) throw new AppError(list.missing)
  return row
}

type Which = {
  consistent?: boolean
  /** Only the rows of this owner; they are read a moment late. */
  of?: string
}

/** Every row of the company, or of one owner, in the list's order. */
export async function everyRow<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  { consistent = false, of }: Which = {},
): Promise<Row[]> {
  const kind = kindOf(list.kind)
  const query = of === undefined ? kind.query({ companyId }) : kind.queryIndex('gsi1', { companyId, listOwner: of })
  const rows: { row: Row; text: string }[] = []
  for await (const item of everyItem(query, { consistent: consistent && of === undefined })) {
    const row = toRow(list, item)
    rows.push({ row, text: foldName(list.text(row)) })
  }
  return rows.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0)).map(({ row }) => row)
}

/** A page of the rows whose text has `searchParam` in it, in the list's order. Throws ERR_INVALID_CURSOR, ERR_VALIDATION. */
export async function pageOfRows<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  { of, ...query }: PageOptions & Which & { searchParam: string },
): Promise<Page<Row>> {
  const rows = await everyRow(companyId, list, of === undefined ? {} : { of })
  return pageOfMatches(companyId, `${list.kind}|${of ?? ''}`, rows, list.text, query)
}

/** Makes a row as given. Throws the list's `taken`, and what `along` says. */
export async function createRow<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  row: Row,
  { writes = [], refusals = {} }: Along = {},
): Promise<Row> {
  const owner = list.owner?.(row)
  const stored: Stored = { ...row, companyId, ...(owner === undefined ? {} : { listOwner: owner, listId: row.id }) }
  await transact(
    [put(list.kind, kindOf(list.kind).create(stored)), ...claims(companyId, list, row.id, undefined, row), ...writes],
    { ...list.taken, ...refusals },
  )
  return row
}

/** Later than `before` even within its millisecond: two changes of one row never look like one. */
export const laterThan = (before: string): string =>
  new Date(Math.max(Date.now(), Date.parse(before) + 1)).toISOString()

/** The row is not as it was read: gone, or changed since. */
const isOutdated = (error: unknown, { kind }: { kind: RowChannel }): error is WriteRefused =>
  error instanceof WriteRefused && error.label === kind

/**
 * Changes what `fields` has of the row read as `before`. Throws the list's `taken` and `missing`, ERR_CONFLICT when it was
 * changed since, and what `along` says.
 */
export async function changeRow<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  before: Row,
  fields: { [K in keyof Row]?: Row[K] | undefined },
  { writes = [], refusals = {} }: Along = {},
): Promise<Row> {
  const set: Record<string, unknown> = { ...given(fields), updatedAt: laterThan(before.updatedAt) }
  const row = { ...before, ...set }
  const owner = list.owner?.(row)
  if (owner !== undefined && owner !== list.owner?.(before)) Object.assign(set, { listOwner: owner, listId: before.id })
  try {
    await transact(
      [
        update(
          list.kind,
          kindOf(list.kind).change(
            { companyId, id: before.id },
            { set, when: is => [is.equal('updatedAt', before.updatedAt)] },
          ),
        ),
        ...claims(companyId, list, before.id, before, row),
        ...writes,
      ],
      { ...list.taken, ...refusals },
    )
  } catch (error) {
    if (!isOutdated(error, list)) throw error
    throw new AppError(error.existing ? 'ERR_CONFLICT' : list.missing)
  }
  return row
}

/** False when it was gone already. Throws ERR_CONFLICT when it was changed since, and what `along` says. */
export async function deleteRow<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  before: Row,
  { writes = [], refusals = {} }: Along = {},
): Promise<boolean> {
  try {
    await transact(
      [
        remove(
          list.kind,
          kindOf(list.kind).delete(
            { companyId, id: before.id },
            { when: is => [is.equal('updatedAt', before.updatedAt)] },
          ),
        ),
        ...claims(companyId, list, before.id, before, undefined),
        ...writes,
      ],
      refusals,
    )
    return true
  } catch (error) {
    if (!isOutdated(error, list)) throw error
    if (error.existing) throw new AppError('ERR_CONFLICT')
    return false
  }
}

/** Deleted at once. */
const AT_ONCE = 20

/**
 * Deletes the rows of an owner that is gone. Nobody sees what an interrupted run leaves, and the next one takes it along. Throws
 * ERR_CONFLICT when one was changed since.
 */
export async function deleteRowsOf<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  owner: string,
): Promise<void> {
  const rows = await everyRow(companyId, list, { of: owner })
  await inParts(rows, AT_ONCE, row => deleteRow(companyId, list, row))
}

/** The rows of a list have attributes that the kit does not know by name. */
type AnyTests = Tests<Record<string, unknown>>
const testsFor = (tests: (is: AnyTests) => readonly Test[]) => tests as (is: Tests<Stored>) => readonly Test[]

/**
 * Returns a write, labelled with the kind, that counts in a field of a row; refused when the row is gone, or its fields are
 * others than `still` says.
 */
export const countInRow = (
  companyId: string,
  kind: RowChannel,
  id: string,
  field: string,
  by: number,
  still: Record<string, string | number> = {},
): Write =>
  update(
    kind,
    kindOf(kind).change(
      { companyId, id },
      {
        add: { [field]: by },
        when: testsFor(is => Object.entries(still).map(([name, value]) => is.equal(name, value))),
      },
    ),
  )

/**
 * Returns a write, labelled with the kind, that counts a version in a field of a row up; refused when the row is gone or no
 * longer at the version that was read (undefined: never counted).
 */
export const nextVersionInRow = (
  companyId: string,
  kind: RowChannel,
  id: string,
  field: string,
  before: number | undefined,
): Write =>
  update(
    kind,
    kindOf(kind).change(
      { companyId, id },
      {
        set: { [field]: (before ?? 0) + 1 },
        when: testsFor(is => [before === undefined ? is.absent(field) : is.equal(field, before)]),
      },
    ),
  )

/** Returns a write, labelled with the kind, that sets a field and does not touch the row besides; refused when it is gone. */
export const setInRow = (companyId: string, kind: RowChannel, id: string, field: string, value: unknown): Write =>
  update(kind, kindOf(kind).change({ companyId, id }, { set: { [field]: value } }))

/** Returns a write, labelled with the kind, that deletes a row of a list without unique names, as it is or gone already. */
export const dropRow = (companyId: string, kind: RowChannel, id: string): Write =>
  remove(kind, kindOf(kind).delete({ companyId, id }))

/** Returns a condition, labelled with the kind: the row is there. */
export const rowExists = (companyId: string, kind: RowChannel, id: string): Write =>
  check(kind, kindOf(kind).check({ companyId, id }, { when: is => [is.present('updatedAt')] }))
