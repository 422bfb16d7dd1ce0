/**
 * The address book of a connection's phone, as the session host keeps it beside the connection's keys and the workers read it: each row
 * has the entries of some numbers, deflated. Node only.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Digits with the country, and what the owner of the phone calls them. */
export type AddressBookEntry = { number: string; name: string }

/** How many entries are kept, and characters of a name. */
export const ADDRESS_BOOK_LIMITS = { entries: 20_000, name: 100 } as const

/** What the rows' names begin with (`keys.auth`). */
export const ADDRESS_BOOK_PREFIX = 'book#'

const ROWS = 64

/** The row of a number: by its last digits, which differ most. */
export const addressBookRow = (number: string): string =>
  `${ADDRESS_BOOK_PREFIX}${String(Number(number.slice(-4)) % ROWS).padStart(2, '0')}`

export const packEntries = (entries: readonly AddressBookEntry[]): Buffer =>
  deflateRawSync(JSON.stringify(entries.map(({ number, name }) => [number, name])))

export const unpackEntries = (bytes: Uint8Array): AddressBookEntry[] =>
  (JSON.parse(inflateRawSync(bytes).toString()) as [string, string][]).map(([number, name]) => ({ number, name }))
