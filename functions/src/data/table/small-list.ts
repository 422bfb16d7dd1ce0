/**
 * Small lists: some hundreds of rows of one kind per company, in one partition. A row lies in the table as it is on the wire,
 * so its shape is the contract's and is written down once; a list is read whole and cut into pages. What grows with the
 * business (products, customers, orders) is no small list: it needs indexed pages and search items.
 *
 * Keys: pk `company#kind`, sk `kind#id`. A page costs half a read unit per 4 KB of all rows; a change of one row without a
 * name of its own 2 write units, with one 2 more for each name that is taken or left.
 */
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import type { RowChannel } from '@balcao/shared/events/realtime.ts'
import { newId } from '@balcao/shared/ids.ts'
import { inParts } from '../../in-parts.ts'
import { documentClient, tableName } from './client.ts'
import { foldName } from './fold.ts'
import { given } from './given.ts'
import { type Page, type PageOptions, pageOfMatches } from './page.ts'
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

const partitionOf = (companyId: string, kind: RowChannel): string => `${companyId}#${kind}`
/** Where a row lies. */
export const keyOf = (companyId: string, kind: RowChannel, id: string) => ({
  pk: partitionOf(companyId, kind),
  sk: `${kind}#${id}`,
})

function toRow<Row extends SmallRow>({ kind, read }: SmallList<Row>, item: Record<string, unknown>): Row {
  const { pk: _, sk, gsi1pk: __, gsi1sk: ___, ...fields } = item
  const row = { ...fields, id: String(sk).slice(kind.length + 1) } as Row
  return read ? read(row) : row
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
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: keyOf(companyId, list.kind, id), ConsistentRead: consistent }),
  )
  return Item && toRow(list, Item)
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

/** Where the rows of one owner lie. */
const ownerPartition = (companyId: string, kind: RowChannel, owner: string): string => `${companyId}#${kind}#${owner}`

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
  const rows: { row: Row; text: string }[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        ...(of === undefined
          ? {
              KeyConditionExpression: 'pk = :pk',
              ExpressionAttributeValues: { ':pk': partitionOf(companyId, list.kind) },
              ConsistentRead: consistent,
            }
          : {
              IndexName: 'gsi1',
              KeyConditionExpression: 'gsi1pk = :pk',
              ExpressionAttributeValues: { ':pk': ownerPartition(companyId, list.kind, of) },
            }),
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    for (const item of Items) {
      const row = toRow(list, item)
      rows.push({ row, text: foldName(list.text(row)) })
    }
    from = LastEvaluatedKey
  } while (from)
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
  const { id, ...fields } = row
  const owner = list.owner?.(row)
  const index = owner === undefined ? {} : { gsi1pk: ownerPartition(companyId, list.kind, owner), gsi1sk: id }
  await transact(
    [
      put(list.kind, {
        TableName: tableName(),
        Item: { ...fields, ...index, ...keyOf(companyId, list.kind, id) },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
      ...claims(companyId, list, id, undefined, row),
      ...writes,
    ],
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
  if (owner !== undefined && owner !== list.owner?.(before)) set.gsi1pk = ownerPartition(companyId, list.kind, owner)
  const names = Object.keys(set)
  try {
    await transact(
      [
        update(list.kind, {
          TableName: tableName(),
          Key: keyOf(companyId, list.kind, before.id),
          UpdateExpression: `SET ${names.map((_, i) => `#${i} = :${i}`).join(', ')}`,
          ConditionExpression: 'updatedAt = :before',
          ExpressionAttributeNames: Object.fromEntries(names.map((name, i) => [`#${i}`, name])),
          ExpressionAttributeValues: {
            ':before': before.updatedAt,
            ...Object.fromEntries(names.map((name, i) => [`:${i}`, set[name]])),
          },
        }),
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
        remove(list.kind, {
          TableName: tableName(),
          Key: keyOf(companyId, list.kind, before.id),
          ConditionExpression: 'updatedAt = :before',
          ExpressionAttributeValues: { ':before': before.updatedAt },
        }),
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

/**
 * A write, labelled with the kind, that counts in a field of a row; refused when the row is gone, or other than `still` says
 * of one of its fields.
 */
export const countInRow = (
  companyId: string,
  kind: RowChannel,
  id: string,
  field: string,
  by: number,
  still: Record<string, string | number> = {},
): Write => {
  const names = Object.keys(still)
  return update(kind, {
    TableName: tableName(),
    Key: keyOf(companyId, kind, id),
    UpdateExpression: 'ADD #field :by',
    ConditionExpression: ['attribute_exists(pk)', ...names.map((_, i) => `#${i} = :${i}`)].join(' AND '),
    ExpressionAttributeNames: { '#field': field, ...Object.fromEntries(names.map((name, i) => [`#${i}`, name])) },
    ExpressionAttributeValues: { ':by': by, ...Object.fromEntries(names.map((name, i) => [`:${i}`, still[name]])) },
  })
}

/**
 * A write, labelled with the kind, that counts a version in a field of a row up; refused when the row is gone or no longer at the
 * version that was read (undefined: never counted).
 */
export const nextVersionInRow = (
  companyId: string,
  kind: RowChannel,
  id: string,
  field: string,
  before: number | undefined,
): Write =>
  update(kind, {
    TableName: tableName(),
    Key: keyOf(companyId, kind, id),
    UpdateExpression: 'SET #field = :next',
    ConditionExpression:
      before === undefined ? 'attribute_exists(pk) AND attribute_not_exists(#field)' : '#field = :before',
    ExpressionAttributeNames: { '#field': field },
    ExpressionAttributeValues: { ':next': (before ?? 0) + 1, ...(before === undefined ? {} : { ':before': before }) },
  })

/** A write, labelled with the kind, that sets a field of a row and does not touch the row besides; refused when it is gone. */
export const setInRow = (companyId: string, kind: RowChannel, id: string, field: string, value: unknown): Write =>
  update(kind, {
    TableName: tableName(),
    Key: keyOf(companyId, kind, id),
    UpdateExpression: 'SET #field = :value',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#field': field },
    ExpressionAttributeValues: { ':value': value },
  })

/** A write, labelled with the kind, that takes away a row of a list without unique names, as it is or gone already. */
export const dropRow = (companyId: string, kind: RowChannel, id: string): Write =>
  remove(kind, { TableName: tableName(), Key: keyOf(companyId, kind, id) })

/** A condition, labelled with the kind: the row is there. */
export const rowExists = (companyId: string, kind: RowChannel, id: string): Write =>
  check(kind, {
    TableName: tableName(),
    Key: keyOf(companyId, kind, id),
    ConditionExpression: 'attribute_exists(pk)',
  })
