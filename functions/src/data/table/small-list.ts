/**
 * Small lists: some hundreds of rows of one kind per company, in one partition. A row is stored in
 * its wire form, so its shape is defined once, in the API contract. A list is read completely and
 * cut into pages. Rows that grow with the business (products, customers, orders) need indexed pages
 * and search items instead. Keys: pk `company#kind`, sk `kind#id`. A page costs half a read unit
 * per 4 KB of all rows. A change of one row costs 2 write units without a unique name, and 2 more
 * for each name that is claimed or released.
 */
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import type { RowChannel } from '@balcao/shared/events/realtime.ts'
import { newId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { inParts } from '../../in-parts.ts'
import type { Test, Tests } from './condition.ts'
import { type Change, defineRow, type RowOf } from './define-row.ts'
import { definedFields } from './defined-fields.ts'
import { getItem } from './get-item.ts'
import { normalizeName } from './normalize.ts'
import { type Page, type PageOptions, pageOfMatches } from './page.ts'
import { everyItem } from './query-items.ts'
import { check, put, type Refusals, remove, transact, update, type Write, WriteConflict } from './transact.ts'
import { reclaim, type UniqueKind } from './unique.ts'

/** Fields of every row. */
export type SmallRow = { id: string; createdAt: string; updatedAt: string }

/** Kinds of rows that grow with the business or are no lists: they are defined on their own. */
type Other =
  | ('user' | 'whatsapp' | 'contact' | 'customer' | 'customerAddress' | 'product' | 'productStore')
  | ('schedule' | 'invoice' | 'contract' | 'budGet' | 'campaign' | 'chat')

/** Kinds of rows in small lists. */
export type ListKind = Exclude<RowChannel, Other>

/** Definition of a small list. */
export type SmallList<Row extends SmallRow> = {
  /** Word for a row: in its keys, as the label of its write, and in its realtime events. */
  kind: ListKind
  /** Error for an id that does not exist in the company. */
  missing: ErrorCode
  /** Returns the text by which the list is ordered and searched, ignoring accents and case. */
  text: (row: Row) => string
  /** Returns a text by which the list is ordered instead, with numbers by their value. */
  order?: (row: Row) => string
  /** Returns the values that only one row of the company may have, first of all its name. */
  unique: (row: Row) => Partial<Record<UniqueKind, string>>
  /** Errors for `unique` values that another row has. */
  taken: Refusals
  /** Completes a row as it is in the table. */
  read?: (row: Row) => Row
  /**
   * Returns the id of the row that owns this one, for a list that belongs to another row. Such a
   * list is read with `of`.
   */
  owner?: (row: Row) => string
}

/** Further writes of the same transaction, and the errors for their refusals. */
export type ExtraWrites = { writes?: readonly Write[]; refusals?: Refusals }

const define = (kind: ListKind) =>
  defineRow({
    kind,
    key: { pk: `\${companyId}#${kind}` as '${companyId}#', sk: `${kind}#\${id}` as '#${id}' },
    indexes: { gsi1: { pk: `\${companyId}#${kind}#\${listOwner}` as '${companyId}#${listOwner}', sk: '${listId}' } },
    content: z.object({
      companyId: z.string(),
      id: z.string(),
      /** Ids of the owner and of the row itself; absent in a list without owners. */
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

const kinds = new Map<ListKind, Kind>()

/** Returns the kind of a list's rows. */
function kindOf(kind: ListKind): Kind {
  const known = kinds.get(kind) ?? define(kind)
  kinds.set(kind, known)
  return known
}

/** Returns the key of a row. */
export const keyOf = (companyId: string, kind: ListKind, id: string) => kindOf(kind).key({ companyId, id })

function toRow<Row extends SmallRow>({ kind, read }: SmallList<Row>, item: Record<string, unknown>): Row {
  const { companyId: _, ...row } = kindOf(kind).parse(item) as Stored
  return read ? read(row as unknown as Row) : (row as unknown as Row)
}

/**
 * Returns the writes that claim and release unique values; `undefined` stands for a row that is
 * created or deleted.
 */
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

/** Returns a new row that is not stored yet. */
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

/** Returns a row. Throws the list's `missing`. */
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

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byNumbers = new Intl.Collator('pt', { numeric: true }).compare

type ReadOptions = {
  consistent?: boolean
  /** Reads only the rows of this owner, eventually consistent. */
  of?: string
}

/** Reads every row of the company, or of one owner, in the list's order. */
export async function everyRow<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  { consistent = false, of }: ReadOptions = {},
): Promise<Row[]> {
  const kind = kindOf(list.kind)
  const query = of === undefined ? kind.query({ companyId }) : kind.queryIndex('gsi1', { companyId, listOwner: of })
  const rows: { row: Row; text: string }[] = []
  for await (const item of everyItem(query, { consistent: consistent && of === undefined })) {
    const row = toRow(list, item)
    rows.push({ row, text: normalizeName((list.order ?? list.text)(row)) })
  }
  const compare = list.order ? byNumbers : byText
  return rows.sort((a, b) => compare(a.text, b.text)).map(({ row }) => row)
}

/**
 * Reads a page of the rows whose text contains `searchParam`, in the list's order. Throws
 * ERR_INVALID_CURSOR, ERR_VALIDATION.
 */
export async function pageOfRows<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  { of, ...query }: PageOptions & ReadOptions & { searchParam: string },
): Promise<Page<Row>> {
  const rows = await everyRow(companyId, list, of === undefined ? {} : { of })
  return pageOfMatches(companyId, `${list.kind}|${of ?? ''}`, rows, list.text, query)
}

/** Creates a row as given. Throws the list's `taken`, and the refusals of `along`. */
export async function createRow<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  row: Row,
  { writes = [], refusals = {} }: ExtraWrites = {},
): Promise<Row> {
  const owner = list.owner?.(row)
  const stored: Stored = { ...row, companyId, ...(owner === undefined ? {} : { listOwner: owner, listId: row.id }) }
  await transact(
    [put(list.kind, kindOf(list.kind).create(stored)), ...claims(companyId, list, row.id, undefined, row), ...writes],
    { ...list.taken, ...refusals },
  )
  return row
}

/**
 * Returns a time later than `before`, even within its millisecond, so that two changes of a row
 * never look like one.
 */
export const laterThan = (before: string): string =>
  new Date(Math.max(Date.now(), Date.parse(before) + 1)).toISOString()

/** Returns whether a write was refused because the row was deleted or changed since it was read. */
const isOutdated = (error: unknown, { kind }: { kind: ListKind }): error is WriteConflict =>
  error instanceof WriteConflict && error.label === kind

/**
 * Changes the given `fields` of the row read as `before`. Throws the list's `taken` and `missing`,
 * ERR_CONFLICT if the row was changed since, and the refusals of `along`.
 */
export async function changeRow<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  before: Row,
  fields: { [K in keyof Row]?: Row[K] | undefined },
  { writes = [], refusals = {} }: ExtraWrites = {},
): Promise<Row> {
  const set: Record<string, unknown> = { ...definedFields(fields), updatedAt: laterThan(before.updatedAt) }
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

/**
 * Deletes a row; returns false if it was already deleted. Throws ERR_CONFLICT if it was changed
 * since, and the refusals of `along`.
 */
export async function deleteRow<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  before: Row,
  { writes = [], refusals = {} }: ExtraWrites = {},
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

/** Number of rows deleted in parallel. */
const MAX_CONCURRENT = 20

/**
 * Deletes the rows of a deleted owner. Rows left by an interrupted run are invisible, and the next
 * run deletes them. Throws ERR_CONFLICT if a row was changed since.
 */
export async function deleteRowsOf<Row extends SmallRow>(
  companyId: string,
  list: SmallList<Row>,
  owner: string,
): Promise<void> {
  const rows = await everyRow(companyId, list, { of: owner })
  await inParts(rows, MAX_CONCURRENT, row => deleteRow(companyId, list, row))
}

/**
 * Returns an update of a row's fields that an edit does not touch; refused if the row was deleted,
 * or a condition fails. The row's `updatedAt` stays.
 */
export const sideChange = <Row extends SmallRow>(
  companyId: string,
  { kind }: SmallList<Row>,
  id: string,
  change: Change<Row>,
): Record<string, unknown> => kindOf(kind).change({ companyId, id }, change as unknown as Change<Stored>)

/** Conditions on attributes that the small list does not know by name. */
type AnyTests = Tests<Record<string, unknown>>
const testsFor = (tests: (is: AnyTests) => readonly Test[]) => tests as (is: Tests<Stored>) => readonly Test[]

/**
 * Returns a write, labelled with the kind, that adds to a field of a row; refused if the row was
 * deleted, its fields differ from `still`, or the field is not in the range.
 */
export const countInRow = (
  companyId: string,
  kind: ListKind,
  id: string,
  field: string,
  by: number,
  still: Record<string, string | number> = {},
  range: { below?: number; above?: number } = {},
): Write =>
  update(
    kind,
    kindOf(kind).change(
      { companyId, id },
      {
        add: { [field]: by },
        when: testsFor(is => [
          ...Object.entries(still).map(([name, value]) => is.equal(name, value)),
          ...(range.below === undefined ? [] : [is.below(field, range.below)]),
          ...(range.above === undefined ? [] : [is.above(field, range.above)]),
        ]),
      },
    ),
  )

/**
 * Returns a write, labelled with the kind, that increments the version in a field of a row; refused
 * if the row was deleted or is no longer at the version that was read (undefined: never counted).
 */
export const nextVersionInRow = (
  companyId: string,
  kind: ListKind,
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

/**
 * Returns a write, labelled with the kind, that sets one field and leaves the rest of the row
 * unchanged; refused if the row was deleted.
 */
export const setInRow = (companyId: string, kind: ListKind, id: string, field: string, value: unknown): Write =>
  update(kind, kindOf(kind).change({ companyId, id }, { set: { [field]: value } }))

/**
 * Returns a write, labelled with the kind, that deletes a row of a list without unique names,
 * whatever its content; a deleted row is no error.
 */
export const dropRow = (companyId: string, kind: ListKind, id: string): Write =>
  remove(kind, kindOf(kind).delete({ companyId, id }))

/** Returns a condition, labelled with the kind: the row exists. */
export const rowExists = (companyId: string, kind: ListKind, id: string): Write =>
  check(kind, kindOf(kind).check({ companyId, id }, { when: is => [is.present('updatedAt')] }))

/** Returns a condition, labelled with the kind: nobody has edited the row since it was read. */
export const rowUnchanged = (companyId: string, kind: ListKind, { id, updatedAt }: SmallRow): Write =>
  check(kind, kindOf(kind).check({ companyId, id }, { when: is => [is.equal('updatedAt', updatedAt)] }))
