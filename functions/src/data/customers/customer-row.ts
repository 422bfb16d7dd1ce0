/**
 * Customer as stored. The fields are one text, `row`. The linked contacts are stored beside it and
 * change without touching it.
 */
import type { Customer } from '@balcao/shared/entities/customer.ts'
import { z } from 'zod'
import { fieldWords, type StoredFields } from '../fields/field-values.ts'
import { rowsById } from '../table/batch-items.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import { nameKeyOf } from '../table/normalize.ts'
import { endsOf, type SearchSubject } from '../table/search-item.ts'
import { check, put, remove, update, type Write } from '../table/transact.ts'

type LinkedContact = Customer['contacts'][number]

/** Customer as the server stores it. Times are ISO 8601 UTC. */
export type CustomerRow = Omit<Customer, 'portfolio' | 'customerDefault' | 'fields'> & {
  companyId: string
  /** Values of custom fields; missing in a row without any. */
  fields?: StoredFields | undefined
  /** Number of changes, except those of the contacts. */
  version: number
}

export const CUSTOMERS = defineRow({
  kind: 'customer',
  key: { pk: '${companyId}#customer#${id}', sk: 'customer' },
  indexes: {
    gsi1: { pk: '${companyId}#customers', sk: '${nameKey}#${id}' },
    // Customers whose birthday is known, by its day of the year, `MM-DD`.
    gsi2: { pk: '${companyId}#birthdays#${day}', sk: '${id}' },
  },
  content: z.object({
    companyId: z.string(),
    id: z.string(),
    nameKey: z.string().optional(),
    day: z.string().optional(),
    version: z.number(),
    /** Other fields as one text (`contentOf`). */
    row: z.string(),
    /** Linked contacts by id. */
    contacts: z.record(z.string(), z.object({ name: z.string(), number: z.string() })),
  }),
  keyOnly: ['companyId', 'id', 'nameKey', 'day'],
  unmarked: true,
})

export const keyOf = (companyId: string, id: string): TableKey => CUSTOMERS.key({ companyId, id })

/** Returns the position of a customer in the order of names. */
export const namePosition = ({ fullName, id }: Pick<CustomerRow, 'fullName' | 'id'>): string =>
  `${nameKeyOf(fullName)}#${id}`

/** Returns what the indexes order a customer by. */
const placesOf = ({ fullName, birthday }: CustomerRow) => ({
  nameKey: nameKeyOf(fullName),
  day: birthday?.slice(5),
})

/** Returns the row in an item of the table or of its index. */
export const toCustomerRow = (item: object): CustomerRow => toRow(CUSTOMERS.parse(item as Record<string, unknown>)!)

function toRow({ companyId, id, version, row, contacts }: RowOf<typeof CUSTOMERS>): CustomerRow {
  const linked = Object.entries(contacts).map(([contactId, { name, number }]) => ({ id: contactId, name, number }))
  return {
    ...JSON.parse(row),
    companyId,
    id,
    version,
    // The contacts are in the order of their creation.
    contacts: linked.sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}

export async function getCustomer(companyId: string, id: string, consistent = false): Promise<CustomerRow | undefined> {
  const stored = await CUSTOMERS.get({ companyId, id }, { consistent })
  return stored && toRow(stored)
}

/** Returns the customers of these ids that exist, by id. Costs half a read unit each. */
export const getCustomers = (companyId: string, ids: readonly string[]): Promise<Map<string, CustomerRow>> =>
  rowsById(ids, id => keyOf(companyId, id), CUSTOMERS.attributes, toCustomerRow)

const contentOf = ({ companyId: _, id: __, version: ___, contacts: ____, ...content }: CustomerRow): string =>
  JSON.stringify(content)

/** Returns a write labelled `customer`: a new row, without linked contacts. */
export const newCustomerWrite = (row: CustomerRow): Write =>
  put('customer', CUSTOMERS.create({ ...row, ...placesOf(row), row: contentOf(row), contacts: {} }))

/**
 * Returns a write labelled `customer` that replaces the row `before`, and keeps the contacts linked
 * by then.
 */
export const customerWrite = (row: CustomerRow, before: CustomerRow): Write =>
  update(
    'customer',
    CUSTOMERS.change(row, {
      set: { ...placesOf(row), version: row.version, row: contentOf(row) },
      remove: row.birthday === null ? ['day'] : [],
      when: is => [is.equal('version', before.version)],
    }),
  )

/**
 * Returns a write labelled `customer` that deletes the row provided that it is unchanged and no
 * contact was linked.
 */
export const customerRemoval = ({ companyId, id, version }: CustomerRow): Write =>
  remove(
    'customer',
    CUSTOMERS.delete({ companyId, id }, { when: is => [is.equal('version', version), is.fewer('contacts', 1)] }),
  )

/** Returns a condition, labelled `customer`: the customer exists. */
export const customerExists = (companyId: string, id: string): Write =>
  check('customer', CUSTOMERS.check({ companyId, id }, { when: is => [is.exists()] }))

/** Maximum number of contacts of one customer, limited by the size of its row. */
const MAX_CONTACTS = 100

/**
 * Returns a write labelled `customerLink` that links a contact under its current name. It is
 * refused if the customer was deleted, or has a hundred contacts.
 */
export const linkWrite = (companyId: string, customerId: string, { id, name, number }: LinkedContact): Write =>
  update(
    'customerLink',
    CUSTOMERS.change(
      { companyId, id: customerId },
      {
        inside: { [`contacts.${id}`]: { name, number } },
        when: is => [is.any(is.present(`contacts.${id}`), is.fewer('contacts', MAX_CONTACTS))],
      },
    ),
  )

const leave = (companyId: string, customerId: string, contactId: string): Write =>
  update('customerUnlink', CUSTOMERS.change({ companyId, id: customerId }, { remove: [`contacts.${contactId}`] }))

/**
 * Returns the write, labelled `customerUnlink`, that unlinks a contact; none if it is not linked.
 * Costs one read unit.
 */
export async function unlinkWrites(companyId: string, customerId: string | null, contactId: string): Promise<Write[]> {
  const customer = customerId === null ? undefined : await getCustomer(companyId, customerId, true)
  return customer?.contacts.some(({ id }) => id === contactId) ? [leave(companyId, customer.id, contactId)] : []
}

/**
 * Returns the write, labelled `customerUnlink`, that replaces a linked contact by another; none if
 * it is not linked. Costs one read unit.
 */
export async function relinkWrites(
  companyId: string,
  customerId: string | null,
  from: string,
  { id, name, number }: LinkedContact,
): Promise<Write[]> {
  const customer = customerId === null ? undefined : await getCustomer(companyId, customerId, true)
  if (!customer?.contacts.some(contact => contact.id === from)) return []
  return [
    update(
      'customerUnlink',
      CUSTOMERS.change(
        { companyId, id: customer.id },
        { inside: { [`contacts.${id}`]: { name, number } }, remove: [`contacts.${from}`] },
      ),
    ),
  ]
}

/**
 * Returns a write labelled `customerLink` that renames a linked contact; refused if it is not
 * linked.
 */
export const renameLinkWrite = (companyId: string, customerId: string, { id, name, number }: LinkedContact): Write =>
  update(
    'customerLink',
    CUSTOMERS.change(
      { companyId, id: customerId },
      { inside: { [`contacts.${id}`]: { name, number } }, when: is => [is.present(`contacts.${id}`)] },
    ),
  )

/**
 * Returns every suffix of a document, so that any four digits of it find it; the last group of a
 * CPF has two.
 */
const documentEnds = (document: string): string[] => [
  ...endsOf(document),
  ...(document.length === 11 ? [document.slice(9)] : []),
]

/** Returns the texts by which a customer is found. */
export const customerSubject = ({ fullName, document, fields }: CustomerRow): SearchSubject => ({
  name: fullName,
  number: '',
  isGroup: false,
  codes: [...documentEnds(document), ...fieldWords(fields)],
})
