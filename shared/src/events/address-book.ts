/**
 * Address book of a connection's phone. The session host keeps it beside the connection's keys and
 * the workers read it: each row has the entries of some numbers, deflated. Node only.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Number (digits with the country code), and the name the phone's owner gave it. */
export type AddressBookEntry = { number: string; name: string }

/** Maximum number of entries, and maximum length of a name. */
export const ADDRESS_BOOK_LIMITS = { entries: 20_000, name: 100 } as const

/** Prefix of the rows' names (`keys.auth`). */
export const ADDRESS_BOOK_PREFIX = 'book#'

const ROWS = 64

/** Returns the row of a number, chosen by its last digits, since those differ most. */
export const addressBookRow = (number: string): string =>
  `${ADDRESS_BOOK_PREFIX}${String(Number(number.slice(-4)) % ROWS).padStart(2, '0')}`

export const packEntries = (entries: readonly AddressBookEntry[]): Buffer =>
  deflateRawSync(JSON.stringify(entries.map(({ number, name }) => [number, name])))

export const unpackEntries = (bytes: Uint8Array): AddressBookEntry[] =>
  (JSON.parse(inflateRawSync(bytes).toString()) as [string, string][]).map(([number, name]) => ({ number, name }))
