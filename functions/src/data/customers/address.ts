/**
 * Addresses of customers. An address is stored under its id. One row beside the customer's, the
 * address book, lists the customer's addresses and which is the main one. There are thus never two
 * main ones, and the limit of fifty is checked where an address is added.
 */
import type { CustomerAddress } from '@balcao/shared/entities/customer.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { batchItems } from '../table/batch-items.ts'
import { defineRow } from '../table/define-row.ts'
import { definedFields } from '../table/defined-fields.ts'
import { laterThan } from '../table/small-list.ts'
import { check, put, remove, retryUntilWritten, transact, type Write } from '../table/transact.ts'
import { customerExists } from './customer-row.ts'

const MAX_ADDRESSES = 50

/** Address row; the address book says whether it is the main one. */
type AddressRow = Omit<CustomerAddress, 'isActive'>

/**
 * Address book: the addresses of a customer in the order of creation; `main` is one of them unless
 * there are none.
 */
type Book = { ids: string[]; main: string | null; version: number }

const EMPTY: Book = { ids: [], main: null, version: 0 }

const ADDRESSES = defineRow({
  kind: 'address',
  key: { pk: '${companyId}#address#${id}', sk: 'address' },
  content: z.object({
    companyId: z.string(),
    id: z.string(),
    updatedAt: z.string(),
    /** `AddressRow` as a text. */
    row: z.string(),
  }),
  keyOnly: ['companyId', 'id'],
  unmarked: true,
})

const BOOKS = defineRow({
  kind: 'addressBook',
  key: { pk: '${companyId}#customer#${customerId}', sk: 'addresses' },
  content: z.object({
    companyId: z.string(),
    customerId: z.string(),
    ids: z.array(z.string()),
    main: z.string().nullable(),
    version: z.number(),
  }),
  keyOnly: ['companyId', 'customerId'],
  unmarked: true,
})

const toRow = ({ row }: { row: string }): AddressRow => JSON.parse(row)

const getBook = async (companyId: string, customerId: string): Promise<Book> =>
  (await BOOKS.get({ companyId, customerId }, { consistent: true })) ?? EMPTY

const shown = (row: AddressRow, { main }: Book): CustomerAddress => ({ ...row, isActive: row.id === main })

/** Returns a write labelled `addressBook`; refused if the book was changed since. */
const bookWrite = (companyId: string, customerId: string, { ids, main, version }: Book): Write =>
  put(
    'addressBook',
    BOOKS.replace({ companyId, customerId, ids, main, version: version + 1 }, version === 0 ? undefined : { version }),
  )

/** Returns a write labelled `address`; refused if the row was changed since `before`. */
function rowWrite(companyId: string, row: AddressRow, before?: AddressRow): Write {
  const stored = { companyId, id: row.id, updatedAt: row.updatedAt, row: JSON.stringify(row) }
  return put(
    'address',
    before
      ? ADDRESSES.put(stored, { when: is => [is.equal('updatedAt', before.updatedAt)] })
      : ADDRESSES.create(stored),
  )
}

/** Returns an address of a customer of the company, or undefined. Costs 1.5 read units. */
export async function getAddress(companyId: string, id: string): Promise<CustomerAddress | undefined> {
  const item = await ADDRESSES.get({ companyId, id }, { consistent: true })
  if (!item) return undefined
  const row = toRow(item)
  return shown(row, await getBook(companyId, row.customerId))
}

/** Returns an address. Throws ERR_NO_ADDRESS_FOUND. */
export async function requireAddress(companyId: string, id: string): Promise<CustomerAddress> {
  const address = await getAddress(companyId, id)
  if (!address) throw new AppError('ERR_NO_ADDRESS_FOUND')
  return address
}

/**
 * Returns the addresses of a customer, the main one first, then the newest. Costs one read unit,
 * and half a unit for each.
 */
export async function addressesOf(companyId: string, customerId: string): Promise<CustomerAddress[]> {
  const book = await getBook(companyId, customerId)
  const items = await batchItems<{ row: string }>(
    book.ids.map(id => ADDRESSES.key({ companyId, id })),
    ['row'],
    true,
  )
  const place = ({ id, isActive }: CustomerAddress) => (isActive ? -1 : book.ids.length - book.ids.indexOf(id))
  return items.map(item => shown(toRow(item), book)).sort((a, b) => place(a) - place(b))
}

type Fields = Omit<CustomerAddress, 'id' | 'createdAt' | 'updatedAt'>

export type Written = {
  address: CustomerAddress
  /** Address that was the main one before, or became it now, if another one did. */
  other: string | null
}

/**
 * Creates an address. The first address of a customer is the main one, and any with `isActive`
 * becomes it. Throws ERR_NO_CUSTOMER_FOUND, ERR_ADDRESS_LIMIT, ERR_CONFLICT.
 */
export async function createAddress(companyId: string, { isActive, ...fields }: Fields): Promise<Written> {
  const now = new Date().toISOString()
  const row: AddressRow = { ...fields, id: newId(), createdAt: now, updatedAt: now }
  return retryUntilWritten(async () => {
    const before = await getBook(companyId, row.customerId)
    if (before.ids.length >= MAX_ADDRESSES) throw new AppError('ERR_ADDRESS_LIMIT')
    const main = isActive || before.main === null ? row.id : before.main
    const book = { ...before, ids: [...before.ids, row.id], main }
    await transact(
      [rowWrite(companyId, row), bookWrite(companyId, row.customerId, book), customerExists(companyId, row.customerId)],
      { customer: 'ERR_NO_CUSTOMER_FOUND' },
    )
    return { address: shown(row, book), other: main === before.main ? null : before.main }
  })
}

/** Returns the address that replaces the main one: the newest other, or null if there is none. */
const nextMain = ({ ids }: Book, id: string): string | null => ids.filter(each => each !== id).at(-1) ?? null

/**
 * Changes an address. If it is no longer the main one, the newest other becomes it, if there is
 * one. Throws ERR_NO_ADDRESS_FOUND, ERR_CONFLICT.
 */
export const changeAddress = (
  companyId: string,
  id: string,
  { isActive, ...fields }: { [K in keyof Fields]?: Fields[K] | undefined },
): Promise<Written> =>
  retryUntilWritten(async () => {
    const item = await ADDRESSES.get({ companyId, id }, { consistent: true })
    if (!item) throw new AppError('ERR_NO_ADDRESS_FOUND')
    const before = toRow(item)
    const row: AddressRow = { ...before, ...definedFields(fields), updatedAt: laterThan(before.updatedAt) }
    const book = await getBook(companyId, row.customerId)
    const left = isActive === false && book.main === id
    const main = isActive ? id : left ? (nextMain(book, id) ?? id) : book.main
    const writes = main === book.main ? [] : [bookWrite(companyId, row.customerId, { ...book, main })]
    await transact([rowWrite(companyId, row, before), ...writes])
    const other = main === book.main ? null : left ? main : book.main
    return { address: shown(row, { ...book, main }), other }
  })

/**
 * Deletes an address; returns undefined if it was already deleted. If it was the main one, the
 * newest other becomes it, and is returned as `heir`. Throws ERR_CONFLICT.
 */
export const deleteAddress = (companyId: string, id: string): Promise<{ heir: string | null } | undefined> =>
  retryUntilWritten(async () => {
    const item = await ADDRESSES.get({ companyId, id }, { consistent: true })
    if (!item) return undefined
    const row = toRow(item)
    const book = await getBook(companyId, row.customerId)
    const newMain = book.main === id ? nextMain(book, id) : null
    const left = { ...book, ids: book.ids.filter(each => each !== id), main: book.main === id ? newMain : book.main }
    await transact([
      remove('address', ADDRESSES.delete({ companyId, id }, { when: is => [is.equal('updatedAt', row.updatedAt)] })),
      bookWrite(companyId, row.customerId, left),
    ])
    return { heir: newMain }
  })

/**
 * Returns the writes that delete all addresses of a customer that is deleted; the one labelled
 * `addressBook` is refused if another address was added since.
 */
export async function addressRemovals(companyId: string, customerId: string): Promise<Write[]> {
  const { ids, version } = await getBook(companyId, customerId)
  const book = { companyId, customerId }
  return [
    version === 0
      ? check('addressBook', BOOKS.check(book, { when: is => [is.absent('version')] }))
      : remove('addressBook', BOOKS.delete(book, { when: is => [is.equal('version', version)] })),
    ...ids.map(id => remove('address', ADDRESSES.delete({ companyId, id }))),
  ]
}
