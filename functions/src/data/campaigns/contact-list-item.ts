/**
 * Items of contact lists: up to a hundred thousand in one, so each is a row with one index entry and a pointer, and no search items.
 * The number is the row's key, in the one of its two Brazilian spellings that has the ninth digit: nobody is in a list twice.
 *
 * Keys: pk `company#contactListItems#list`, sk `number#digits`; gsi1 with the same partition, sk `folded name#id`. A pointer by id:
 * pk `company#contactListItem#id`, sk `item`. An item is made, moved to another number and deleted with its pointer and the list's
 * count in one transaction, so neither a retry nor a lost process leaves a count that is wrong.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { ContactListItem } from '@balcao/shared/entities/contact-list.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { longSpelling, normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { whatsappSays } from '../contacts/whatsapp-says.ts'
import { batchItems } from '../table/batch-items.ts'
import { documentClient, tableName } from '../table/client.ts'
import { foldName } from '../table/fold.ts'
import { getItem } from '../table/get-item.ts'
import { keyQuery } from '../table/key-query.ts'
import { IF_NEW, type TableKey } from '../table/keys.ts'
import { type PageOptions, pageOf, type Slice, type Source } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { unlessRefused } from '../table/refused.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { countInRow, laterThan, requireRow, rowExists } from '../table/small-list.ts'
import { put, remove, transact, untilWritten, type Write, WriteRefused } from '../table/transact.ts'
import { CONTACT_LISTS } from './contact-list.ts'

/** By what an item is known in its list: of the spellings of a person's number the longer one. */
export const numberKey = longSpelling

const partitionOf = (companyId: string, listId: string): string => `${companyId}#contactListItems#${listId}`
const NUMBER = 'number#'
const keyOf = (companyId: string, listId: string, number: string): TableKey => ({
  pk: partitionOf(companyId, listId),
  sk: NUMBER + numberKey(number),
})
const pointerKey = (companyId: string, id: string): TableKey => ({
  pk: `${companyId}#contactListItem#${id}`,
  sk: 'item',
})

/** Orders the list; what folds to nothing (an emoji) stands as it is. */
const nameKeyOf = (name: string): string => foldName(name) || name.trim()
const orderOf = ({ name, id }: { name: string; id: string }): string => `${nameKeyOf(name)}#${id}`

/** What is read of a row. An e-mail that is not known and a number nobody asked for are left out. */
const ATTRIBUTES = ['pk', 'id', 'name', 'number', 'email', 'valid', 'checkedAt', 'createdAt', 'updatedAt'] as const
type Stored = Pick<ContactListItem, 'id' | 'name' | 'number' | 'createdAt' | 'updatedAt'> & {
  pk: string
  email?: string
  valid?: boolean
  /** When WhatsApp said that there is no account, epoch milliseconds. */
  checkedAt?: number
}

function toItem({ pk, id, name, number, email, valid, checkedAt, createdAt, updatedAt }: Stored): ContactListItem {
  const [companyId = '', , contactListId = ''] = pk.split('#')
  return {
    id,
    companyId,
    contactListId,
    name,
    number,
    email: email ?? '',
    ...whatsappSays(valid ?? null, checkedAt),
    createdAt,
    updatedAt,
  }
}

const isAt = (before: ContactListItem) => ({
  ConditionExpression: 'id = :id AND updatedAt = :before',
  ExpressionAttributeValues: { ':id': before.id, ':before': before.updatedAt },
})

/** An item as it is stored. */
export function storedItem(item: ContactListItem) {
  const { companyId, contactListId, id, name, number, email, isWhatsappValid, createdAt, updatedAt } = item
  const { whatsappCheckedAt } = item
  const key = keyOf(companyId, contactListId, number)
  return {
    ...key,
    gsi1pk: key.pk,
    gsi1sk: orderOf(item),
    id,
    name,
    number,
    ...(email === '' ? {} : { email }),
    ...(isWhatsappValid === null ? {} : { valid: isWhatsappValid }),
    ...(whatsappCheckedAt === undefined ? {} : { checkedAt: Date.parse(whatsappCheckedAt) }),
    createdAt,
    updatedAt,
  }
}

/** A write labelled `item`: a new row, or one in the place of `before` as long as nobody else changed that. */
const itemWrite = (item: ContactListItem, before?: ContactListItem): Write =>
  put('item', { TableName: tableName(), Item: storedItem(item), ...(before ? isAt(before) : IF_NEW) })

const pointerWrite = ({ companyId, contactListId, id, number }: ContactListItem): Write =>
  put('pointer', {
    TableName: tableName(),
    Item: { ...pointerKey(companyId, id), listId: contactListId, number },
  })

const removals = (item: ContactListItem): Write[] => [
  remove('item', {
    TableName: tableName(),
    Key: keyOf(item.companyId, item.contactListId, item.number),
    ...isAt(item),
  }),
  remove('pointer', { TableName: tableName(), Key: pointerKey(item.companyId, item.id) }),
]

const count = (companyId: string, listId: string, by: number): Write =>
  by === 0
    ? rowExists(companyId, 'contactList', listId)
    : countInRow(companyId, 'contactList', listId, 'contactsCount', by)

const LIST_GONE = { contactList: 'ERR_NO_CONTACT_LIST_FOUND' } as const

/** An item as it is now, while its list is there. 3 read units. Throws ERR_NO_CONTACT_LIST_ITEM_FOUND. */
export async function requireItem(companyId: string, id: string): Promise<ContactListItem> {
  for (let moved: string | undefined; ; ) {
    const pointer = (await getItem(pointerKey(companyId, id), true)) as { listId: string; number: string } | undefined
    // Between the two reads its number may have been changed, and then it lies elsewhere; where it still leads there is nothing.
    if (!pointer || pointer.number === moved) throw new AppError('ERR_NO_CONTACT_LIST_ITEM_FOUND')
    const item = await itemAt(companyId, id, pointer)
    if (item) return item
    moved = pointer.number
  }
}

async function itemAt(
  companyId: string,
  id: string,
  pointer: { listId: string; number: string },
): Promise<ContactListItem | undefined> {
  const [found] = await Promise.all([
    getItem(keyOf(companyId, pointer.listId, pointer.number), true),
    // Of a list that was deleted the items go a little later.
    requireRow(companyId, { ...CONTACT_LISTS, missing: 'ERR_NO_CONTACT_LIST_ITEM_FOUND' }, pointer.listId, true),
  ])
  return found?.id === id ? toItem(found as Stored) : undefined
}

/** The item of a number in a list. One read unit. */
export async function findItem(
  companyId: string,
  listId: string,
  number: string,
): Promise<ContactListItem | undefined> {
  const found = await getItem(keyOf(companyId, listId, number), true)
  return found && toItem(found as Stored)
}

type ItemFields = Pick<ContactListItem, 'name' | 'number' | 'email'>

function newItem(companyId: string, listId: string, fields: ItemFields): ContactListItem {
  const now = new Date().toISOString()
  return {
    id: newId(),
    companyId,
    contactListId: listId,
    ...fields,
    isWhatsappValid: null,
    createdAt: now,
    updatedAt: now,
  }
}

/**
 * Puts somebody into a list; the number is normalised. 7 write units. Throws ERR_NO_CONTACT_LIST_FOUND, and
 * ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS when the number is in it.
 */
export async function createItem(companyId: string, listId: string, fields: ItemFields): Promise<ContactListItem> {
  const item = newItem(companyId, listId, { ...fields, number: normalizeNumber(fields.number) })
  await transact([itemWrite(item), pointerWrite(item), count(companyId, listId, 1)], {
    ...LIST_GONE,
    item: 'ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS',
  })
  return item
}

/** An item with these fields; another number is one nobody asked WhatsApp about. */
function changed(before: ContactListItem, fields: Partial<ItemFields>): ContactListItem {
  const number = fields.number === undefined ? before.number : normalizeNumber(fields.number)
  const { whatsappCheckedAt, ...kept } = before
  return {
    ...kept,
    name: fields.name ?? before.name,
    email: fields.email ?? before.email,
    number,
    ...(number === before.number
      ? { ...(whatsappCheckedAt === undefined ? {} : { whatsappCheckedAt }) }
      : { isWhatsappValid: null }),
    updatedAt: laterThan(before.updatedAt),
  }
}

/**
 * Changes an item; it keeps its id with another number. 4-10 write units. Throws ERR_NO_CONTACT_LIST_ITEM_FOUND,
 * ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS when the number is in the list, ERR_CONFLICT when others keep coming first.
 */
export function changeItem(companyId: string, id: string, fields: Partial<ItemFields>): Promise<ContactListItem> {
  return untilWritten(async () => {
    const before = await requireItem(companyId, id)
    const item = changed(before, fields)
    if (numberKey(item.number) === numberKey(before.number)) {
      await transact([itemWrite(item, before)])
      return item
    }
    const [takenAway] = removals(before)
    await transact(
      [
        { ...takenAway!, label: 'before' },
        itemWrite(item),
        pointerWrite(item),
        rowExists(companyId, 'contactList', item.contactListId),
      ],
      { contactList: 'ERR_NO_CONTACT_LIST_ITEM_FOUND', item: 'ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS' },
    )
    return item
  })
}

/** Takes an item out of its list; undefined when it was gone already. 7 write units. Throws ERR_CONFLICT when others keep coming first. */
export function deleteItem(companyId: string, id: string): Promise<ContactListItem | undefined> {
  return untilWritten(async () => {
    const item = await requireItem(companyId, id).catch(error => {
      if (error instanceof AppError && error.code === 'ERR_NO_CONTACT_LIST_ITEM_FOUND') return undefined
      throw error
    })
    if (!item) return undefined
    await transact([...removals(item), count(companyId, item.contactListId, -1)])
    return item
  })
}

/**
 * What WhatsApp said of an item's number, with its own spelling of it where that is the same person's. Answers the item as it is then,
 * undefined when that changed nothing: it is known, or the item was changed or deleted meanwhile. 2 write units; nothing else waits for it.
 */
export async function markItem(
  item: ContactListItem,
  said: { isWhatsappValid: boolean; number?: string; checkedAt?: number },
): Promise<ContactListItem | undefined> {
  const number = said.number && numberKey(said.number) === numberKey(item.number) ? said.number : item.number
  const { whatsappCheckedAt, ...known } = item
  const says = whatsappSays(said.isWhatsappValid, said.checkedAt ?? Date.now())
  if (
    item.number === number &&
    item.isWhatsappValid === says.isWhatsappValid &&
    whatsappCheckedAt === says.whatsappCheckedAt
  )
    return undefined
  const after = { ...known, number, ...says, updatedAt: laterThan(item.updatedAt) }
  const answer = await unlessRefused(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: keyOf(item.companyId, item.contactListId, item.number),
        UpdateExpression: 'SET valid = :valid, checkedAt = :checkedAt, #number = :number, updatedAt = :now',
        ConditionExpression: 'id = :id AND #number = :asked',
        ExpressionAttributeNames: { '#number': 'number' },
        ExpressionAttributeValues: {
          ':valid': said.isWhatsappValid,
          ':checkedAt': said.checkedAt ?? Date.now(),
          ':number': number,
          ':now': after.updatedAt,
          ':id': item.id,
          ':asked': item.number,
        },
      }),
    ),
  )
  return answer && after
}

/** A row of an import, its number normalised. What it does not say stays as it is; a new item without a name is called by its number. */
export type ImportedItem = { number: string; name?: string | undefined; email?: string | undefined }
export type ImportedAs = 'added' | 'updated' | 'unchanged'

/** Rows of one transaction: two writes each, one for the list, and room for those of a job's checkpoint. */
export const ITEMS_AT_ONCE = 45

/** What these rows come to, at most ITEMS_AT_ONCE of them, and the writes that do it. A read unit each. */
async function planItems(companyId: string, listId: string, rows: readonly ImportedItem[]) {
  const keys = new Map(rows.map(({ number }) => [numberKey(number), keyOf(companyId, listId, number)]))
  const stored = await batchItems<Stored>([...keys.values()], ATTRIBUTES, true)
  const before = new Map(stored.map(toItem).map(item => [numberKey(item.number), item]))
  const after = new Map(before)
  const outcomes = rows.map(({ number, name, email }): ImportedAs => {
    const key = numberKey(number)
    const known = after.get(key)
    if (!known) {
      after.set(key, newItem(companyId, listId, { number, name: name ?? number, email: email ?? '' }))
      return 'added'
    }
    if ((name ?? known.name) === known.name && (email ?? known.email) === known.email) return 'unchanged'
    after.set(
      key,
      changed(known, { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email }) }),
    )
    return 'updated'
  })
  const writes: Write[] = []
  let added = 0
  for (const [key, item] of after) {
    const known = before.get(key)
    if (item === known) continue
    writes.push(itemWrite(item, known))
    if (known) continue
    writes.push(pointerWrite(item))
    added += 1
  }
  if (writes.length > 0) writes.push(count(companyId, listId, added))
  return { outcomes, writes }
}

type Commit = (writes: readonly Write[], rows: number, outcomes: readonly ImportedAs[]) => Promise<void>

/**
 * Puts the rows of an import into a list, in their order, a transaction for each ITEMS_AT_ONCE, and says of each row what became of it.
 * What is there already is left alone, so it may run again, and beside itself. 5 write units a new item, 3-4 a changed one, a read unit each.
 * Throws ERR_NO_CONTACT_LIST_FOUND, and ERR_CONFLICT when others keep coming first; the parts before that stay written.
 * @param commit runs the writes of a part (none: nothing to do) in one transaction, with what the caller counts: a job's `count`
 */
export async function importItems(
  companyId: string,
  listId: string,
  rows: readonly ImportedItem[],
  commit: Commit = writes => (writes.length > 0 ? transact(writes) : Promise.resolve()),
): Promise<ImportedAs[]> {
  const done: ImportedAs[] = []
  while (done.length < rows.length) {
    const part = rows.slice(done.length, done.length + ITEMS_AT_ONCE)
    const outcomes = await untilWritten(async () => {
      const plan = await planItems(companyId, listId, part)
      try {
        await commit(plan.writes, part.length, plan.outcomes)
      } catch (error) {
        if (error instanceof WriteRefused && error.label === 'contactList')
          throw new AppError('ERR_NO_CONTACT_LIST_FOUND')
        throw error
      }
      return plan.outcomes
    })
    done.push(...outcomes)
  }
  return done
}

/** Before and behind every text. */
const LOWEST = '\u0001'
const HIGHEST = '\u{10ffff}'

/** A part of one partition's rows by their sort key, those that begin with `prefix` (empty: all), from behind `after` (null: the first). */
async function readBehind(
  index: 'main' | 'gsi1',
  partition: string,
  prefix: string,
  after: string | null,
  limit: number,
  consistent = false,
) {
  const range =
    prefix === ''
      ? { above: after ?? LOWEST }
      : after === null
        ? { begins: prefix }
        : { from: `${after} `, to: prefix + HIGHEST }
  const { items, more } = await queryItems<Stored>(keyQuery(index, partition, range), limit, {
    attributes: ATTRIBUTES,
    order: 'asc',
    consistent,
  })
  return { items: items.map(toItem), more: more || items.length === limit }
}

/** Where those begin that follow an item in `eachItem`. */
export const placeOf = ({ number }: Pick<ContactListItem, 'number'>): string => NUMBER + numberKey(number)

/**
 * Some items of a list in the order of their keys, as they are at this moment, from behind `from` (null: the beginning); `next` is where
 * the following ones begin, null behind the last. A read unit per 4 KB, which is some ten items; one call of the table per megabyte.
 */
export async function eachItem(
  companyId: string,
  listId: string,
  from: string | null,
  limit: number,
): Promise<{ items: ContactListItem[]; next: string | null }> {
  const { items, more } = await readBehind('main', partitionOf(companyId, listId), NUMBER, from, limit, true)
  const last = items.at(-1)
  return { items, next: last && more ? placeOf(last) : null }
}

/** Where a page goes on: in which of the ranges, and behind which key of it. */
type Place = { range: number; after: string | null }

/**
 * How a number that was typed may begin as a key: as it is, without the country, and of a mobile without its ninth digit. None for
 * what is not the beginning of a number.
 */
export function numberBeginnings(text: string): string[] {
  if (!/^[\d\s()+./-]*\d[\d\s()+./-]*$/.test(text)) return []
  const digits = text.replace(/\D/g, '').replace(/^00/, '')
  const whole = text.trim().startsWith('+') ? [digits] : [digits, `55${digits.replace(/^0+/, '')}`]
  const all = whole.flatMap(start => [start, start.replace(/^(55[1-9][1-9])(?=[6-9])/, '$19')])
  return [...new Set(all)].filter(start => !all.some(other => other !== start && start.startsWith(other)))
}

/** The items whose number begins so, in the order of numbers, and behind them those whose name does. */
function searched(companyId: string, listId: string, text: string): Source<ContactListItem> {
  const numbers = numberBeginnings(text)
  const name = nameKeyOf(text)
  const ranges = [
    ...numbers.map(start => ({ index: 'main' as const, prefix: NUMBER + start })),
    { index: 'gsi1' as const, prefix: name },
  ]
  const byNumber = ({ number }: ContactListItem) => numbers.some(start => numberKey(number).startsWith(start))
  return async (wanted, from) => {
    const { range: at, after } = (from as Place | null) ?? { range: 0, after: null }
    const { index, prefix } = ranges[at]!
    const { items, more } = await readBehind(index, partitionOf(companyId, listId), prefix, after, wanted)
    const rows: Slice<ContactListItem>['rows'] = []
    let looked = 0
    let end: Place = { range: at, after }
    for (const row of items) {
      end = { range: at, after: index === 'main' ? NUMBER + numberKey(row.number) : orderOf(row) }
      looked += 1
      // One whose number was found is not shown again for its name.
      if (index === 'gsi1' && byNumber(row)) continue
      rows.push({ row, position: end, looked })
      looked = 0
    }
    if (!more) end = { range: at + 1, after: null }
    return { rows, end, more: more || at + 1 < ranges.length, looked }
  }
}

const listed =
  (companyId: string, listId: string): Source<ContactListItem> =>
  async (wanted, from) => {
    const partition = partitionOf(companyId, listId)
    const { items, more } = await readBehind('gsi1', partition, '', from as string | null, wanted)
    const rows = items.map(row => ({ row, position: orderOf(row) }))
    return { rows, end: rows.at(-1)?.position ?? from, more }
  }

type ItemPage = { records: ContactListItem[]; count: number; hasMore: boolean; nextCursor: string | null }

/**
 * A page of a list's items by name, or of those whose number or name begins with `searchParam`. `count` is the list's, maintained; of a
 * search it is what was found when that is all on one page. A page of 20 costs 1.5 read units, of a search 1 or 2 more. Throws
 * ERR_NO_CONTACT_LIST_FOUND, ERR_INVALID_CURSOR, ERR_VALIDATION.
 */
export async function pageOfItems(
  companyId: string,
  listId: string,
  { searchParam, ...options }: PageOptions & { searchParam: string },
): Promise<ItemPage> {
  const text = searchParam.trim()
  const list = await requireRow(companyId, CONTACT_LISTS, listId)
  const source = text === '' ? listed(companyId, listId) : searched(companyId, listId, text)
  const { rows, hasMore, nextCursor } = await pageOf(companyId, `contactListItems|${listId}|${text}`, source, options)
  const onOnePage = !options.cursor && (options.pageNumber ?? 1) === 1 && !hasMore
  return { records: rows, count: text !== '' && onOnePage ? rows.length : list.contactsCount, hasMore, nextCursor }
}

/** Takes away some of the items of a list that is gone, and answers how many there were. 3 write units an item. May run again. */
export async function removeItems(companyId: string, listId: string, most: number): Promise<number> {
  const { items } = await eachItem(companyId, listId, null, most)
  await removeKeys(items.flatMap(({ id, number }) => [pointerKey(companyId, id), keyOf(companyId, listId, number)]))
  return items.length
}
