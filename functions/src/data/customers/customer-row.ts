/**
 * Customer as stored. Keys: pk `company#customer#id`, sk `customer`; gsi1 `company#customers`
 * orders by name. The fields are one text, `row`. The linked contacts are stored beside it and
 * change without touching it.
 */
import type { Customer } from '@balcao/shared/entities/customer.ts'
import { rowsById } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { nameKeyOf } from '../table/fold.ts'
import { getItem } from '../table/get-item.ts'
import { IF_NEW, type TableKey } from '../table/keys.ts'
import { endsOf, type SearchSubject } from '../table/search-item.ts'
import { check, put, remove, update, type Write } from '../table/transact.ts'

type LinkedContact = Customer['contacts'][number]

/** Customer as the server stores it. Times are ISO 8601 UTC. */
export type CustomerRow = Omit<Customer, 'portfolio' | 'customerDefault'> & {
  companyId: string
  /** Number of changes, except those of the contacts. */
  version: number
}

const partitionOf = (companyId: string, id: string): string => `${companyId}#customer#${id}`
export const keyOf = (companyId: string, id: string): TableKey => ({ pk: partitionOf(companyId, id), sk: 'customer' })

/** Returns the key of a customer's address book, which lies beside the customer's row. */
export const addressBookKey = (companyId: string, id: string): TableKey => ({
  pk: partitionOf(companyId, id),
  sk: 'addresses',
})

/** Returns the partition key of customers in the order of their names. */
export const namePartition = (companyId: string): string => `${companyId}#customers`
export const namePosition = ({ fullName, id }: Pick<CustomerRow, 'fullName' | 'id'>): string =>
  `${nameKeyOf(fullName)}#${id}`

/** Returns the partition key of the customers whose birthday is on a day of the year, `MM-DD`. */
export const birthdayPartition = (companyId: string, date: string): string => `${companyId}#birthdays#${date}`
const birthdayPlace = ({ companyId, id, birthday }: CustomerRow) =>
  birthday === null ? undefined : { gsi2pk: birthdayPartition(companyId, birthday.slice(5)), gsi2sk: id }

/** Attributes of an item to read: company and id are in its key. */
export const CUSTOMER_ATTRIBUTES = ['pk', 'version', 'row', 'contacts'] as const

type Item = { pk: string; version: number; row: string; contacts: Record<string, Omit<LinkedContact, 'id'>> }

/** Returns the row in an item of the table or of its index. */
export function toCustomerRow(item: object): CustomerRow {
  const { pk, version, row, contacts } = item as Item
  const [companyId = '', , id = ''] = pk.split('#')
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
  const item = await getItem(keyOf(companyId, id), consistent)
  return item && toCustomerRow(item)
}

/** Returns the customers of these ids that exist, by id. Costs half a read unit each. */
export const getCustomers = (companyId: string, ids: readonly string[]): Promise<Map<string, CustomerRow>> =>
  rowsById(ids, id => keyOf(companyId, id), CUSTOMER_ATTRIBUTES, toCustomerRow)

const contentOf = ({ companyId: _, id: __, version: ___, contacts: ____, ...content }: CustomerRow): string =>
  JSON.stringify(content)

/** Returns a write labelled `customer`: a new row, without linked contacts. */
export const newCustomerWrite = (row: CustomerRow): Write =>
  put('customer', {
    TableName: tableName(),
    Item: {
      ...keyOf(row.companyId, row.id),
      gsi1pk: namePartition(row.companyId),
      gsi1sk: namePosition(row),
      ...birthdayPlace(row),
      version: row.version,
      row: contentOf(row),
      contacts: {},
    },
    ...IF_NEW,
  })

/**
 * Returns a write labelled `customer` that replaces the row `before`, and keeps the contacts linked
 * by then.
 */
export function customerWrite(row: CustomerRow, before: CustomerRow): Write {
  const born = birthdayPlace(row)
  return update('customer', {
    TableName: tableName(),
    Key: keyOf(row.companyId, row.id),
    UpdateExpression: `SET gsi1sk = :place, #version = :version, #row = :row${born ? ', gsi2pk = :born, gsi2sk = :id' : ' REMOVE gsi2pk, gsi2sk'}`,
    ConditionExpression: '#version = :before',
    ExpressionAttributeNames: { '#version': 'version', '#row': 'row' },
    ExpressionAttributeValues: {
      ':place': namePosition(row),
      ':version': row.version,
      ':row': contentOf(row),
      ':before': before.version,
      ...(born ? { ':born': born.gsi2pk, ':id': born.gsi2sk } : {}),
    },
  })
}

/**
 * Returns a write labelled `customer` that deletes the row provided that it is unchanged and no
 * contact was linked.
 */
export const customerRemoval = ({ companyId, id, version }: CustomerRow): Write =>
  remove('customer', {
    TableName: tableName(),
    Key: keyOf(companyId, id),
    ConditionExpression: '#version = :before AND size(#contacts) = :none',
    ExpressionAttributeNames: { '#version': 'version', '#contacts': 'contacts' },
    ExpressionAttributeValues: { ':before': version, ':none': 0 },
  })

/** Returns a condition, labelled `customer`: the customer exists. */
export const customerExists = (companyId: string, id: string): Write =>
  check('customer', { TableName: tableName(), Key: keyOf(companyId, id), ConditionExpression: 'attribute_exists(pk)' })

/** Maximum number of contacts of one customer, limited by the size of its row. */
const MOST_CONTACTS = 100

/**
 * Returns a write labelled `customerLink` that links a contact under its current name. It is
 * refused if the customer was deleted, or has a hundred contacts.
 */
export const linkWrite = (companyId: string, customerId: string, { id, name, number }: LinkedContact): Write =>
  update('customerLink', {
    TableName: tableName(),
    Key: keyOf(companyId, customerId),
    UpdateExpression: 'SET #contacts.#id = :contact',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_exists(#contacts.#id) OR size(#contacts) < :most)',
    ExpressionAttributeNames: { '#contacts': 'contacts', '#id': id },
    ExpressionAttributeValues: { ':contact': { name, number }, ':most': MOST_CONTACTS },
  })

const leave = (companyId: string, customerId: string, contactId: string): Write =>
  update('customerUnlink', {
    TableName: tableName(),
    Key: keyOf(companyId, customerId),
    UpdateExpression: 'REMOVE #contacts.#id',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#contacts': 'contacts', '#id': contactId },
  })

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
    update('customerUnlink', {
      TableName: tableName(),
      Key: keyOf(companyId, customer.id),
      UpdateExpression: 'SET #contacts.#to = :contact REMOVE #contacts.#from',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#contacts': 'contacts', '#to': id, '#from': from },
      ExpressionAttributeValues: { ':contact': { name, number } },
    }),
  ]
}

/**
 * Returns a write labelled `customerLink` that renames a linked contact; refused if it is not
 * linked.
 */
export const renameLinkWrite = (companyId: string, customerId: string, { id, name, number }: LinkedContact): Write =>
  update('customerLink', {
    TableName: tableName(),
    Key: keyOf(companyId, customerId),
    UpdateExpression: 'SET #contacts.#id = :contact',
    ConditionExpression: 'attribute_exists(#contacts.#id)',
    ExpressionAttributeNames: { '#contacts': 'contacts', '#id': id },
    ExpressionAttributeValues: { ':contact': { name, number } },
  })

/**
 * Returns every suffix of a document, so that any four digits of it find it; the last group of a
 * CPF has two.
 */
const documentEnds = (document: string): string[] => [
  ...endsOf(document),
  ...(document.length === 11 ? [document.slice(9)] : []),
]

/** Returns the texts by which a customer is found. */
export const customerSubject = ({ fullName, document }: CustomerRow): SearchSubject => ({
  name: fullName,
  number: '',
  isGroup: false,
  codes: documentEnds(document),
})
