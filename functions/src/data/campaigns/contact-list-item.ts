/**
 * Items of contact lists. A list may have a hundred thousand, so each item is a row with one index
 * entry and a pointer, without search items. The row's key is the number, for Brazilian mobiles in
 * the spelling with the ninth digit, so nobody is in a list twice. An item is created, moved to
 * another number and deleted in one transaction with its pointer and the list's count, so neither a
 * retry nor a lost process leaves a wrong count.
 */
import type { ContactListItem } from '@balcao/shared/entities/contact-list.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { longSpelling, normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { z } from 'zod'
import { numberValidity } from '../contacts/number-validity.ts'
import { batchItems } from '../table/batch-items.ts'
import type { Tests } from '../table/condition.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { normalizeName } from '../table/normalize.ts'
import { type PageOptions, pageOf, type Slice, type Source } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { unlessRefused } from '../table/refused.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { updateOne } from '../table/single-write.ts'
import { countInRow, laterThan, requireRow, rowExists } from '../table/small-list.ts'
import { put, remove, retryUntilWritten, transact, type Write, WriteConflict } from '../table/transact.ts'
import { CONTACT_LISTS } from './contact-list.ts'

/** Returns the key of a number in its list: the longer of its spellings. */
export const numberKey = longSpelling

const NUMBER = 'number#'

/** Items of a list, by number, and by name. An unknown e-mail is left out. */
const ITEMS = defineRow({
  kind: 'contactListItem',
  key: { pk: '${companyId}#contactListItems#${contactListId}', sk: 'number#${digits}' },
  indexes: { gsi1: { pk: '${companyId}#contactListItems#${contactListId}', sk: '${nameKey}#${id}' } },
  content: z.object({
    companyId: z.string(),
    contactListId: z.string(),
    digits: z.string(),
    nameKey: z.string().optional(),
    id: z.string(),
    name: z.string(),
    number: z.string(),
    email: z.string().optional(),
    /** WhatsApp's answer about the number; absent if it was not checked. */
    valid: z.boolean().optional(),
    /** Time (epoch ms) at which WhatsApp reported that there is no account. */
    checkedAt: z.number().optional(),
    /** Import and source id of an item of another system (imports/imported-row.ts). */
    importedFrom: z.string().optional(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  keyOnly: ['companyId', 'contactListId', 'digits', 'nameKey'],
  unmarked: true,
})

/** Pointers to the items by their ids. */
const POINTERS = defineRow({
  kind: 'contactListItemPointer',
  key: { pk: '${companyId}#contactListItem#${id}', sk: 'item' },
  content: z.object({ companyId: z.string(), id: z.string(), listId: z.string(), number: z.string() }),
  keyOnly: ['companyId', 'id'],
  unmarked: true,
})

const idsOf = (companyId: string, contactListId: string, number: string) => ({
  companyId,
  contactListId,
  digits: numberKey(number),
})

/**
 * Returns the sort key of the list: the folded name, or the name itself if nothing is left of it
 * (an emoji).
 */
const nameKeyOf = (name: string): string => normalizeName(name) || name.trim()
const orderOf = ({ name, id }: { name: string; id: string }): string => `${nameKeyOf(name)}#${id}`

/** Item with what it says of its origin, which the wire leaves out. */
type StoredItem = ContactListItem & { importedFrom?: string }

function toItem(stored: RowOf<typeof ITEMS>): StoredItem {
  const { companyId, contactListId, id, name, number, email, valid, checkedAt, createdAt, updatedAt } = stored
  return {
    id,
    companyId,
    contactListId,
    name,
    number,
    email: email ?? '',
    ...numberValidity(valid ?? null, checkedAt),
    createdAt,
    updatedAt,
    ...(stored.importedFrom ? { importedFrom: stored.importedFrom } : {}),
  }
}

const isAt = (before: ContactListItem) => ({
  when: (is: Tests<RowOf<typeof ITEMS>>) => [is.equal('id', before.id), is.equal('updatedAt', before.updatedAt)],
})

/** Returns the item in what the table has. */
const parsed = (item: Record<string, unknown>): StoredItem => toItem(ITEMS.parse(item)!)

function toStored(item: StoredItem): RowOf<typeof ITEMS> {
  const { companyId, contactListId, id, name, number, email, isWhatsappValid, createdAt, updatedAt } = item
  const { whatsappCheckedAt } = item
  return {
    ...idsOf(companyId, contactListId, number),
    nameKey: nameKeyOf(name),
    id,
    name,
    number,
    ...(email === '' ? {} : { email }),
    ...(isWhatsappValid === null ? {} : { valid: isWhatsappValid }),
    ...(whatsappCheckedAt === undefined ? {} : { checkedAt: Date.parse(whatsappCheckedAt) }),
    createdAt,
    updatedAt,
    ...(item.importedFrom ? { importedFrom: item.importedFrom } : {}),
  }
}

/**
 * Returns a write labelled `item`: a new row, or one that replaces `before` provided that it is
 * unchanged.
 */
const itemWrite = (item: ContactListItem, before?: ContactListItem): Write =>
  put('item', before ? ITEMS.put(toStored(item), isAt(before)) : ITEMS.create(toStored(item)))

const pointerWrite = ({ companyId, contactListId, id, number }: ContactListItem): Write =>
  put('pointer', POINTERS.put({ companyId, id, listId: contactListId, number }))

const removals = (item: ContactListItem): Write[] => [
  remove('item', ITEMS.delete(idsOf(item.companyId, item.contactListId, item.number), isAt(item))),
  remove('pointer', POINTERS.delete(item)),
]

const count = (companyId: string, listId: string, by: number): Write =>
  by === 0
    ? rowExists(companyId, 'contactList', listId)
    : countInRow(companyId, 'contactList', listId, 'contactsCount', by)

const LIST_GONE = { contactList: 'ERR_NO_CONTACT_LIST_FOUND' } as const

/**
 * Reads an item of an existing list consistently. Costs 3 read units. Throws
 * ERR_NO_CONTACT_LIST_ITEM_FOUND.
 */
export async function requireItem(companyId: string, id: string): Promise<ContactListItem> {
  for (let moved: string | undefined; ; ) {
    const pointer = await POINTERS.get({ companyId, id }, { consistent: true })
    // The number may have been changed between the two reads, which moves the item. If the pointer
    // still names the same number, the item does not exist.
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
    ITEMS.get(idsOf(companyId, pointer.listId, pointer.number), { consistent: true }),
    // The items of a deleted list are deleted a little later.
    requireRow(companyId, { ...CONTACT_LISTS, missing: 'ERR_NO_CONTACT_LIST_ITEM_FOUND' }, pointer.listId, true),
  ])
  return found?.id === id ? toItem(found) : undefined
}

/** Returns the item of a number in a list. Costs one read unit. */
export async function findItem(
  companyId: string,
  listId: string,
  number: string,
): Promise<ContactListItem | undefined> {
  const found = await ITEMS.get(idsOf(companyId, listId, number), { consistent: true })
  return found && toItem(found)
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
 * Adds a person to a list; the number must be normalised. Costs 7 write units. Throws
 * ERR_NO_CONTACT_LIST_FOUND, and ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS if the number is in the list.
 */
export async function createItem(companyId: string, listId: string, fields: ItemFields): Promise<ContactListItem> {
  const item = newItem(companyId, listId, { ...fields, number: normalizeNumber(fields.number) })
  await transact([itemWrite(item), pointerWrite(item), count(companyId, listId, 1)], {
    ...LIST_GONE,
    item: 'ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS',
  })
  return item
}

/** Returns an item with these fields; a new number counts as not checked. */
function changed(before: ContactListItem, fields: Partial<ItemFields>): ContactListItem {
  const { number: typed = before.number } = fields
  // A form sends back what it was shown, which has its country code already.
  const number = typed === before.number ? typed : normalizeNumber(typed)
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
 * Changes an item, which keeps its id even with another number. Costs 4-10 write units. Throws
 * ERR_NO_CONTACT_LIST_ITEM_FOUND, ERR_CONTACT_LIST_ITEM_ALREADY_EXISTS if the number is in the
 * list, ERR_CONFLICT if other writers come first in every attempt.
 */
export function changeItem(companyId: string, id: string, fields: Partial<ItemFields>): Promise<ContactListItem> {
  return retryUntilWritten(async () => {
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

/**
 * Deletes an item and returns it, or undefined if it was already deleted. Costs 7 write units.
 * Throws ERR_CONFLICT if other writers come first in every attempt.
 */
export function deleteItem(companyId: string, id: string): Promise<ContactListItem | undefined> {
  return retryUntilWritten(async () => {
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
 * Stores WhatsApp's answer about an item's number, with its own spelling of it if that is the same
 * person's. Returns the changed item, or undefined if nothing changed: the answer is known, or the
 * item was changed or deleted meanwhile. Costs 2 write units, in no transaction.
 */
export async function markItem(
  item: ContactListItem,
  check: { isWhatsappValid: boolean; number?: string; checkedAt?: number },
): Promise<ContactListItem | undefined> {
  const number = check.number && numberKey(check.number) === numberKey(item.number) ? check.number : item.number
  const { whatsappCheckedAt, ...known } = item
  const validity = numberValidity(check.isWhatsappValid, check.checkedAt ?? Date.now())
  if (
    item.number === number &&
    item.isWhatsappValid === validity.isWhatsappValid &&
    whatsappCheckedAt === validity.whatsappCheckedAt
  )
    return undefined
  const after = { ...known, number, ...validity, updatedAt: laterThan(item.updatedAt) }
  const answer = await unlessRefused(
    updateOne(
      ITEMS.change(idsOf(item.companyId, item.contactListId, item.number), {
        set: {
          valid: check.isWhatsappValid,
          checkedAt: check.checkedAt ?? Date.now(),
          number,
          updatedAt: after.updatedAt,
        },
        when: is => [is.equal('id', item.id), is.equal('number', item.number)],
      }),
    ),
  )
  return answer && after
}

/**
 * Row of an import with a normalised number. Missing fields stay unchanged; a new item without a
 * name gets its number as name.
 */
export type ImportedItem = { number: string; name?: string | undefined; email?: string | undefined }
export type ImportedAs = 'added' | 'updated' | 'unchanged'

/**
 * Number of rows per transaction: two writes each, one for the list, and room for those of a job's
 * checkpoint.
 */
export const ITEM_BATCH_SIZE = 45

/**
 * Returns the outcome of these rows, at most ITEM_BATCH_SIZE, and the writes that store them. Costs
 * one read unit each.
 */
async function planItems(companyId: string, listId: string, rows: readonly ImportedItem[]) {
  const keys = new Map(rows.map(({ number }) => [numberKey(number), ITEMS.key(idsOf(companyId, listId, number))]))
  const stored = await batchItems<Record<string, unknown>>([...keys.values()], ITEMS.attributes, true)
  const before = new Map(stored.map(parsed).map(item => [numberKey(item.number), item]))
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
 * Imports rows into a list, in their order, one transaction per ITEM_BATCH_SIZE, and returns the
 * outcome of each row. Existing values are left unchanged, so it is idempotent and safe to run
 * concurrently. Costs 5 write units per new item, 3-4 per changed one, and one read unit each.
 * Throws ERR_NO_CONTACT_LIST_FOUND, and ERR_CONFLICT if other writers come first in every attempt;
 * the parts before that stay written.
 * @param commit runs the writes of a part (none: nothing to do) in one transaction with the
 * caller's own counts: a job's `count`
 */
export async function importItems(
  companyId: string,
  listId: string,
  rows: readonly ImportedItem[],
  commit: Commit = writes => (writes.length > 0 ? transact(writes) : Promise.resolve()),
): Promise<ImportedAs[]> {
  const done: ImportedAs[] = []
  while (done.length < rows.length) {
    const part = rows.slice(done.length, done.length + ITEM_BATCH_SIZE)
    const outcomes = await retryUntilWritten(async () => {
      const plan = await planItems(companyId, listId, part)
      try {
        await commit(plan.writes, part.length, plan.outcomes)
      } catch (error) {
        if (error instanceof WriteConflict && error.label === 'contactList')
          throw new AppError('ERR_NO_CONTACT_LIST_FOUND')
        throw error
      }
      return plan.outcomes
    })
    done.push(...outcomes)
  }
  return done
}

type RestoredItem = Pick<ContactListItem, 'id' | 'name' | 'number' | 'email' | 'isWhatsappValid' | 'createdAt'> & {
  importedFrom: string
}

/**
 * Adds people as they were in another system's list, at most ITEM_BATCH_SIZE. Returns for each what
 * the stored row of their number says of its origin; undefined for all if the list was deleted. The
 * people who are there stay as they are.
 */
export async function restoreItems(
  companyId: string,
  listId: string,
  items: readonly RestoredItem[],
): Promise<(string | undefined)[]> {
  return retryUntilWritten(async () => {
    const keys = new Map(items.map(({ number }) => [numberKey(number), ITEMS.key(idsOf(companyId, listId, number))]))
    const found = await batchItems<Record<string, unknown>>([...keys.values()], ITEMS.attributes, true)
    const origins = new Map(found.map(item => ITEMS.parse(item)!).map(item => [item.digits, item.importedFrom ?? '']))
    const writes: Write[] = []
    let added = 0
    for (const { importedFrom, ...item } of items) {
      const key = numberKey(item.number)
      if (origins.has(key)) continue
      const row = { ...item, companyId, contactListId: listId, updatedAt: item.createdAt }
      writes.push(put('item', ITEMS.create({ ...toStored(row), importedFrom })), pointerWrite(row))
      origins.set(key, importedFrom)
      added += 1
    }
    try {
      if (added > 0) await transact([...writes, count(companyId, listId, added)])
    } catch (error) {
      if (error instanceof WriteConflict && error.label === 'contactList') return items.map(() => undefined)
      throw error
    }
    return items.map(({ number }) => origins.get(numberKey(number)))
  })
}

/** Returns the numbers, of some, that a list has, as `numberKey` spells them. */
export async function numbersInList(
  companyId: string,
  listId: string,
  numbers: readonly string[],
): Promise<Set<string>> {
  const keys = new Map(numbers.map(number => [numberKey(number), ITEMS.key(idsOf(companyId, listId, number))]))
  const found = await batchItems<Record<string, unknown>>([...keys.values()], ITEMS.attributes)
  return new Set(found.map(item => ITEMS.parse(item)!.digits))
}

/** Sort keys before and after every text. */
const LOWEST = '\u0001'
const HIGHEST = '\u{10ffff}'

/**
 * Reads rows of one partition in the order of their sort keys: those that begin with `prefix`
 * (empty: all), after `after` (null: from the first).
 */
async function readBehind(
  index: 'main' | 'gsi1',
  partition: { companyId: string; contactListId: string },
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
  const query = index === 'main' ? ITEMS.query(partition, range) : ITEMS.queryIndex(index, partition, range)
  const { attributes } = ITEMS
  const { items, more } = await queryItems<Record<string, unknown>>(query, limit, {
    attributes,
    order: 'asc',
    consistent,
  })
  return { items: items.map(parsed), more: more || items.length === limit }
}

/** Returns the position after an item in `eachItem`. */
export const placeOf = ({ number }: Pick<ContactListItem, 'number'>): string => NUMBER + numberKey(number)

/**
 * Reads some items of a list in the order of their keys, consistently, after `from` (null: from the
 * beginning); `next` is the position of the following ones, or null at the end. Costs one read unit
 * per 4 KB, which is about ten items, and one call of the table per megabyte.
 */
export async function eachItem(
  companyId: string,
  listId: string,
  from: string | null,
  limit: number,
): Promise<{ items: StoredItem[]; next: string | null }> {
  const { items, more } = await readBehind('main', { companyId, contactListId: listId }, NUMBER, from, limit, true)
  const last = items.at(-1)
  return { items, next: last && more ? placeOf(last) : null }
}

/** Position in a search: the index of the range, and the key in it after which to continue. */
type Place = { range: number; after: string | null }

/**
 * Returns the keys with which a typed number may begin: as typed, without the country code, and for
 * a mobile without its ninth digit. Empty if the text is not the beginning of a number.
 */
export function numberBeginnings(text: string): string[] {
  if (!/^[\d\s()+./-]*\d[\d\s()+./-]*$/.test(text)) return []
  const digits = text.replace(/\D/g, '').replace(/^00/, '')
  const whole = text.trim().startsWith('+') ? [digits] : [digits, `55${digits.replace(/^0+/, '')}`]
  const all = whole.flatMap(start => [start, start.replace(/^(55[1-9][1-9])(?=[6-9])/, '$19')])
  return [...new Set(all)].filter(start => !all.some(other => other !== start && start.startsWith(other)))
}

/**
 * Finds the items whose number begins with the text, in the order of numbers, followed by those
 * whose name does.
 */
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
    const { items, more } = await readBehind(index, { companyId, contactListId: listId }, prefix, after, wanted)
    const rows: Slice<ContactListItem>['rows'] = []
    let looked = 0
    let end: Place = { range: at, after }
    for (const row of items) {
      end = { range: at, after: index === 'main' ? NUMBER + numberKey(row.number) : orderOf(row) }
      looked += 1
      // An item found by its number is not listed again for its name.
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
    const partition = { companyId, contactListId: listId }
    const { items, more } = await readBehind('gsi1', partition, '', from as string | null, wanted)
    const rows = items.map(row => ({ row, position: orderOf(row) }))
    return { rows, end: rows.at(-1)?.position ?? from, more }
  }

type ItemPage = { records: ContactListItem[]; count: number; hasMore: boolean; nextCursor: string | null }

/**
 * Reads a page of a list's items by name, or of those whose number or name begins with
 * `searchParam`. `count` is the list's maintained count; for a search it is the number found, if
 * all of them are on one page. A page of 20 costs 1.5 read units, with a search 1 or 2 more. Throws
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

/**
 * Deletes up to `most` items of a deleted list and returns their number. Costs 3 write units per
 * item. Idempotent.
 */
export async function removeItems(companyId: string, listId: string, most: number): Promise<number> {
  const { items } = await eachItem(companyId, listId, null, most)
  await removeKeys(
    items.flatMap(({ id, number }) => [POINTERS.key({ companyId, id }), ITEMS.key(idsOf(companyId, listId, number))]),
  )
  return items.length
}
