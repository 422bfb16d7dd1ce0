import { ADDRESS_BOOK_PREFIX, type AddressBookEntry, unpackEntries } from '@balcao/shared/events/address-book.ts'
import { everyItem } from '../table/query-items.ts'
import { AUTH_ROWS } from './auth-rows.ts'

/**
 * Reads the address book of a connection's phone as the session host stores it, in the order of the
 * numbers: at most 20,000 entries, 50 read units or less. It is deleted with the connection and
 * when the phone is unlinked.
 */
export async function readAddressBook(companyId: string, connectionId: string): Promise<AddressBookEntry[]> {
  const query = AUTH_ROWS.query({ companyId, connectionId }, { begins: `auth#${ADDRESS_BOOK_PREFIX}` })
  const entries: AddressBookEntry[] = []
  for await (const { value } of everyItem(query)) entries.push(...unpackEntries(value as Uint8Array))
  return entries.sort((a, b) => (a.number < b.number ? -1 : 1))
}
