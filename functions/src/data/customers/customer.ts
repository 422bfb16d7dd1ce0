/** Customers, who buy; found by name, document and typed text. */
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { documentSigns } from '@balcao/shared/rules/sales/document.ts'
import { fromFieldValue } from '../fields/field-source.ts'
import {
  type FieldFilter,
  type FieldsChange,
  fieldLinkWrites,
  fieldSteps,
  hasFieldValue,
} from '../fields/field-values.ts'
import { type CountedPage, countedPageOf } from '../table/counted-page.ts'
import { countRow } from '../table/counter.ts'
import { definedFields } from '../table/defined-fields.ts'
import { firstOf, fromQuery, type PageOptions, type Source, searchedPage } from '../table/page.ts'
import { rangeOfNames } from '../table/range-of-names.ts'
import { fromSearch, idsOf } from '../table/search.ts'
import { searchWrites } from '../table/search-item.ts'
import { laterThan } from '../table/small-list.ts'
import {
  type Refusals,
  retryUntilWritten,
  transact,
  transactWithMore,
  type Write,
  WriteConflict,
} from '../table/transact.ts'
import { ownerOf, reclaim } from '../table/unique.ts'
import { addressRemovals } from './address.ts'
import {
  CUSTOMERS,
  type CustomerRow,
  customerRemoval,
  customerSubject,
  customerWrite,
  getCustomer,
  getCustomers,
  namePosition,
  newCustomerWrite,
  renameLinkWrite,
  toCustomerRow,
} from './customer-row.ts'
import { defaultWrites, getDefaultCustomerId } from './default-customer.ts'
import { movePortfolio } from './portfolio.ts'

const TAKEN: Refusals = {
  customerDocument: 'ERR_CUSTOMER_DOCUMENT_ALREADY_EXISTS',
  portfolio: 'ERR_NO_PORTFOLIO_FOUND',
}

/** Returns a customer. Throws ERR_NO_CUSTOMER_FOUND. */
export async function requireCustomer(companyId: string, id: string, consistent = false): Promise<CustomerRow> {
  const customer = await getCustomer(companyId, id, consistent)
  if (!customer) throw new AppError('ERR_NO_CUSTOMER_FOUND')
  return customer
}

/** Returns the customer with a document (without punctuation), or undefined. */
export async function findByDocument(companyId: string, document: string): Promise<CustomerRow | undefined> {
  const id = await ownerOf(companyId, 'customerDocument', document)
  return id === undefined ? undefined : getCustomer(companyId, id)
}

type Fields = Pick<CustomerRow, 'document' | 'fullName' | 'email' | 'birthday' | 'portfolioId'>
type Wanted = Fields & { customerDefault: boolean }
type WithFields = { fields?: FieldsChange | undefined }

export type Written = {
  customer: CustomerRow
  /** Customer that was the default until now, if another one became it. */
  deposed: string | undefined
}

/**
 * Creates a customer. Throws ERR_CUSTOMER_DOCUMENT_ALREADY_EXISTS, ERR_NO_PORTFOLIO_FOUND,
 * ERR_CONFLICT, and ERR_VALIDATION for a wrong value of a custom field.
 * @param userId user or AI agent who makes it
 * @param id id by which a repeated call finds what the first one made
 */
export async function createCustomer(
  companyId: string,
  { customerDefault, fields: change, ...fields }: Wanted & WithFields,
  userId: string,
  id = newId(),
): Promise<Written> {
  const now = new Date().toISOString()
  const own = { companyId, id, version: 1, userId, contacts: [], createdAt: now, updatedAt: now }
  const [initial, ...later] = fieldSteps(undefined, change?.apply(undefined))
  const customer: CustomerRow = { ...fields, ...own, ...(initial ? { fields: initial } : {}) }
  const deposed = await retryUntilWritten(async () => {
    const before = customerDefault ? await getDefaultCustomerId(companyId, true) : undefined
    await transact(
      [
        newCustomerWrite(customer),
        ...reclaim(companyId, 'customerDocument', id, undefined, customer.document),
        ...searchWrites(companyId, 'customer', id, undefined, customerSubject(customer)),
        ...fieldLinkWrites(companyId, id, undefined, customer.fields),
        countRow(companyId, 'customers', id, 1),
        ...movePortfolio(companyId, undefined, customer.portfolioId),
        ...(customerDefault ? defaultWrites(companyId, before, id, true) : []),
      ],
      TAKEN,
    )
    return before
  })
  if (later.length === 0) return { customer, deposed }
  // Somebody may have changed the customer already: it is read again, and not made again.
  const whole = await changeCustomer(companyId, id, { fields: change })
  return { customer: whole.customer, deposed }
}

/** Writes values of custom fields that one transaction with the rest of the row does not take. */
async function addFields(given: CustomerRow, steps: readonly CustomerRow['fields'][]): Promise<CustomerRow> {
  let customer = given
  for (const fields of steps) {
    const before = customer
    customer = { ...before, fields, version: before.version + 1, updatedAt: laterThan(before.updatedAt) }
    await transact([customerWrite(customer, before), ...wordsAndLinks(before, customer)])
  }
  return customer
}

/** Returns the writes that keep a customer found by words and by values of fields. */
const wordsAndLinks = (before: CustomerRow, after: CustomerRow): Write[] => [
  ...searchWrites(after.companyId, 'customer', after.id, customerSubject(before), customerSubject(after)),
  ...fieldLinkWrites(after.companyId, after.id, before.fields, after.fields),
]

/** Changes a customer. Throws ERR_NO_CUSTOMER_FOUND, and the errors of `createCustomer`. */
export const changeCustomer = (
  companyId: string,
  id: string,
  { customerDefault, fields: change, ...fields }: { [K in keyof Wanted]?: Wanted[K] | undefined } & WithFields,
): Promise<Written> =>
  retryUntilWritten(async () => {
    const before = await requireCustomer(companyId, id, true)
    const was = customerDefault === undefined ? undefined : await getDefaultCustomerId(companyId, true)
    const wanted = { ...before, ...definedFields(fields) }
    const steps = fieldSteps(before.fields, change ? change.apply(before.fields) : before.fields)
    // Words of another name or document are many writes already.
    const isFound = wanted.fullName === before.fullName && wanted.document === before.document
    if (change && !isFound) steps.unshift(before.fields)
    const customer: CustomerRow = {
      ...wanted,
      fields: steps[0],
      version: before.version + 1,
      updatedAt: laterThan(before.updatedAt),
    }
    await transact(
      [
        customerWrite(customer, before),
        ...reclaim(companyId, 'customerDocument', id, before.document, customer.document),
        ...wordsAndLinks(before, customer),
        ...movePortfolio(companyId, before.portfolioId, customer.portfolioId),
        ...(customerDefault === undefined ? [] : defaultWrites(companyId, was, id, customerDefault)),
      ],
      TAKEN,
    )
    const whole = await addFields(customer, steps.slice(1))
    return { customer: whole, deposed: customerDefault && was !== id ? was : undefined }
  })

/**
 * Deletes a customer with its addresses; returns false if it was already deleted. Its contacts are
 * unlinked first, each by `unlink`: an interrupted call leaves a customer with fewer contacts, and
 * a new call continues. Throws ERR_CONFLICT.
 */
export const deleteCustomer = (
  companyId: string,
  id: string,
  unlink: (contactId: string) => Promise<void>,
): Promise<CustomerRow | undefined> =>
  retryUntilWritten(async () => {
    const found = await getCustomer(companyId, id, true)
    if (!found) return undefined
    for (const contact of found.contacts) await unlink(contact.id)
    const addresses = await addressRemovals(companyId, id)
    const was = await getDefaultCustomerId(companyId, true)
    const links = fieldLinkWrites(companyId, id, found.fields, undefined)
    const writes = [
      customerRemoval(found),
      ...reclaim(companyId, 'customerDocument', id, found.document, undefined),
      ...searchWrites(companyId, 'customer', id, customerSubject(found), undefined),
      countRow(companyId, 'customers', id, -1),
      ...movePortfolio(companyId, found.portfolioId, undefined),
      ...defaultWrites(companyId, was, id, false),
      ...addresses,
    ]
    await transactWithMore(writes, links)
    return found
  })

type Linked = { companyId: string; id: string; customerId: string | null; name: string; number: string }

/** Updates a contact's name and number in its customer. */
export async function renameLinked({ companyId, id, customerId, name, number }: Linked): Promise<void> {
  if (customerId === null) return
  try {
    await transact([renameLinkWrite(companyId, customerId, { id, name, number })])
  } catch (error) {
    // The contact is no longer linked.
    if (!(error instanceof WriteConflict)) throw error
  }
}

/**
 * Number of customers on a page of a search: it is lower as portfolios and the default are read
 * too.
 */
const SEARCHED = 12

/**
 * Reads a page of customers by name, or of those that `searchParam` finds. A page of 20 costs about
 * 3 read units; a page of a search, which has twelve, costs 8 to 9. Throws ERR_INVALID_CURSOR.
 */
export function pageOfCustomers(
  companyId: string,
  {
    searchParam,
    descending = false,
    fields = [],
    ...options
  }: PageOptions & {
    searchParam: string
    /** Values of custom fields that a customer has, each of them. */
    fields?: readonly FieldFilter[] | undefined
    /** Lists the names from the last to the first; a search keeps its order. */
    descending?: boolean
  },
): Promise<CountedPage<CustomerRow>> {
  const text = typed(searchParam)
  const [first] = fields
  const source = text
    ? searched(companyId, text)
    : first
      ? fromFieldValue(companyId, first, async ids => [...(await getCustomers(companyId, ids)).values()])
      : listed(companyId, descending)
  const list = `${text}|${descending}${first ? `|${JSON.stringify(fields)}` : ''}`
  return countedPageOf(companyId, 'customers', list, source, {
    ...searchedPage(options, text, SEARCHED),
    ...(first ? { accept: row => fields.every(each => hasFieldValue(row.fields, each)) } : {}),
  })
}

/** Returns at most `limit` customers that `text` finds, or the first by name. */
export const pickCustomers = (companyId: string, text: string, limit: number): Promise<CustomerRow[]> =>
  firstOf(typed(text) ? searched(companyId, typed(text)) : listed(companyId), limit)

/**
 * Returns the text to search: a part of a document is one word with any punctuation, also with
 * letters: `12.ABC.345/01DE-35`.
 */
function typed(text: string): string {
  const trimmed = text.trim()
  return /\d/.test(trimmed) && /[./-]/.test(trimmed) && !/\s/.test(trimmed) ? documentSigns(trimmed) : trimmed
}

/** Returns the source of all customers, by name. */
export const readCustomers = (companyId: string): Source<CustomerRow> => listed(companyId)

const listed = (companyId: string, descending = false): Source<CustomerRow> =>
  fromQuery(from => CUSTOMERS.queryIndex('gsi1', { companyId }, rangeOfNames(from as string | null, descending)), {
    attributes: CUSTOMERS.attributes,
    order: descending ? 'desc' : 'asc',
    toRow: toCustomerRow,
    positionOf: namePosition,
  })

const searched = (companyId: string, text: string): Source<CustomerRow> =>
  fromSearch(companyId, 'customer', text, hits => getCustomers(companyId, idsOf(hits)))
