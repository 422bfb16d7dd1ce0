/**
 * Contacts that may be the same person: the same end of the number, the same e-mail, or the same
 * CPF by their customers. Pairs that users marked as different are not suggested again. Pairs that
 * a search of all contacts found are rows, for the list of admins.
 */
import { DUPLICATE_REASONS, type DuplicateReason } from '@balcao/shared/entities/contact-duplicate.ts'
import { isCpf } from '@balcao/shared/rules/sales/document.ts'
import { z } from 'zod'
import { getCustomer } from '../customers/customer-row.ts'
import { batchItems } from '../table/batch-items.ts'
import { defineRow } from '../table/define-row.ts'
import { fromQuery, type Source } from '../table/page.ts'
import { put, remove, transact, type Write } from '../table/transact.ts'
import { pickContacts } from './contact.ts'
import { contactsByEmail } from './contact-email.ts'
import { type ContactRow, getContacts } from './contact-row.ts'

export type Duplicate = { contact: ContactRow; reasons: DuplicateReason[] }

/** Digits at the end of a number by which two may be one, written with and without area code. */
const TAIL = 8
/** Contacts that are looked at for each reason. */
const FOUND = 20

const DIFFERENT = defineRow({
  kind: 'differentContacts',
  key: { pk: '${companyId}#different-contacts#${first}', sk: '${second}' },
  content: z.object({ companyId: z.string(), first: z.string(), second: z.string() }),
})

const PAIRS = defineRow({
  kind: 'duplicatePair',
  key: { pk: '${companyId}#duplicate-pairs', sk: '${first}#${second}' },
  content: z.object({
    companyId: z.string(),
    first: z.string(),
    second: z.string(),
    reasons: z.array(z.enum(DUPLICATE_REASONS)),
  }),
})

const ordered = (a: string, b: string) => (a < b ? { first: a, second: b } : { first: b, second: a })

const isPerson = ({ isGroup, scoped }: ContactRow): boolean => !isGroup && !scoped

/**
 * Returns the contacts that may be the same person as this one. Costs some 2 read units, and one
 * for every two of them.
 */
export async function duplicatesOf(contact: ContactRow): Promise<Duplicate[]> {
  if (!isPerson(contact)) return []
  const { companyId } = contact
  const found = new Map<string, Set<DuplicateReason>>()
  const add = (id: string, reason: DuplicateReason) => {
    if (id !== contact.id) found.set(id, (found.get(id) ?? new Set()).add(reason))
  }
  const numbers = [contact, ...(contact.others ?? [])].map(({ number }) => number)
  const tails = [...new Set(numbers.filter(number => number.length > TAIL).map(number => number.slice(-TAIL)))]
  const [byNumber, byEmail, customer] = await Promise.all([
    Promise.all(tails.map(tail => pickContacts(companyId, tail, FOUND))),
    contactsByEmail(companyId, contact.email, FOUND),
    contact.customerId === null ? undefined : getCustomer(companyId, contact.customerId),
  ])
  for (const other of byNumber.flat()) if (tails.includes(other.number.slice(-TAIL))) add(other.id, 'number')
  for (const id of byEmail) add(id, 'email')
  // A company's document is that of many people.
  if (customer && isCpf(customer.document)) for (const { id } of customer.contacts) add(id, 'document')
  const ids = [...found.keys()]
  const [rows, different] = await Promise.all([getContacts(companyId, ids), differentAmong(companyId, contact.id, ids)])
  return ids.flatMap(id => {
    const row = rows.get(id)
    return row && isPerson(row) && !different.has(id) ? [{ contact: row, reasons: [...found.get(id)!] }] : []
  })
}

async function differentAmong(companyId: string, id: string, others: readonly string[]): Promise<ReadonlySet<string>> {
  const keys = others.map(other => DIFFERENT.key({ companyId, ...ordered(id, other) }))
  const items = await batchItems<Record<string, unknown>>(keys, DIFFERENT.attributes)
  const rows = items.map(item => DIFFERENT.parse(item)!)
  return new Set(rows.map(({ first, second }) => (first === id ? second : first)))
}

/** Notes that two contacts are not the same person. Idempotent. */
export async function setDifferent(companyId: string, id: string, other: string): Promise<void> {
  const pair = { companyId, ...ordered(id, other) }
  await transact([put('different', DIFFERENT.put(pair)), remove('pair', PAIRS.delete(pair))])
}

/** Returns the writes that list a contact's duplicates. */
export const pairWrites = ({ companyId, id }: ContactRow, duplicates: readonly Duplicate[]): Write[] =>
  duplicates.map(({ contact, reasons }) => put('pair', PAIRS.put({ companyId, ...ordered(id, contact.id), reasons })))

/** Returns the write, labelled `pair`, that no longer lists two contacts. */
export const pairRemoval = (companyId: string, a: string, b: string): Write =>
  remove('pair', PAIRS.delete({ companyId, ...ordered(a, b) }))

export type ListedPair = { id: string; reasons: DuplicateReason[]; contacts: [ContactRow, ContactRow] | undefined }

/** Reads the listed pairs with their contacts as they are now; undefined if one of them is gone. */
export const duplicatePairs =
  (companyId: string): Source<ListedPair> =>
  async (wanted, from) => {
    // The size of the pairs says nothing of that of their contacts.
    const { size: _, ...slice } = await pairs(companyId)(wanted, from)
    const ids = slice.rows.flatMap(({ row }) => [row.first, row.second])
    const contacts = await getContacts(companyId, [...new Set(ids)])
    return {
      ...slice,
      rows: slice.rows.map(({ row, ...place }) => {
        const [first, second] = [contacts.get(row.first), contacts.get(row.second)]
        const both = first && second ? ([first, second] as [ContactRow, ContactRow]) : undefined
        return { ...place, row: { id: `${row.first}#${row.second}`, reasons: row.reasons, contacts: both } }
      }),
    }
  }

const pairs = (companyId: string) =>
  fromQuery(from => PAIRS.query({ companyId }, from ? { from: `${from as string}!`, to: 'g' } : undefined), {
    attributes: PAIRS.attributes,
    order: 'asc',
    toRow: (item: Record<string, unknown>) => PAIRS.parse(item)!,
    positionOf: ({ first, second }) => `${first}#${second}`,
  })
