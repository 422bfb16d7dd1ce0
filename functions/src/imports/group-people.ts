import type { Address } from '@balcao/shared/rules/imports/imported-address.ts'
import type { Refusal } from '@balcao/shared/rules/imports/record.ts'
import { shortSpelling } from '@balcao/shared/rules/phone-number.ts'
import type { Staging } from './staging.ts'

/** Contact with its address, or why it has none. */
export type GroupedPerson = { id: string; name: string | null; address: Address | Refusal }

/**
 * Makes the table `people`: each contact with its address and `root`, the contact that it is a
 * double of, or its own id; a contact without an address has no root. Contacts are doubles who
 * share a LID, or a number in either spelling of the ninth digit. The first of them stays: given
 * the oldest first, a later dump, with more doubles, keeps the same one.
 */
export function groupPeople(staging: Staging, people: Iterable<GroupedPerson>): void {
  staging.run(`
    CREATE TABLE people (id TEXT PRIMARY KEY, root TEXT, name TEXT, number TEXT, lid TEXT, isGroup INTEGER, refusal TEXT)
      WITHOUT ROWID;
    CREATE INDEX people_root ON people (root);
    CREATE TABLE addresses (address TEXT PRIMARY KEY, root TEXT) WITHOUT ROWID;
    CREATE INDEX addresses_root ON addresses (root);`)
  for (const { id, name, address } of people) {
    if (typeof address === 'string') {
      staging.all('INSERT INTO people VALUES (?, NULL, ?, NULL, NULL, 0, ?)', id, name, address)
      continue
    }
    const keys = keysOf(address)
    const known = keys
      .map(key => staging.first<{ root: string }>('SELECT root FROM addresses WHERE address = ?', key)?.root)
      .filter(root => root !== undefined)
    const [root = id, ...others] = new Set(known)
    // The row has the number of one contact and the LID of another: they are one.
    for (const other of others) {
      staging.all('UPDATE people SET root = ? WHERE root = ?', root, other)
      staging.all('UPDATE addresses SET root = ? WHERE root = ?', root, other)
    }
    for (const key of keys) staging.all('INSERT OR IGNORE INTO addresses VALUES (?, ?)', key, root)
    const { number, lid, isGroup } = address
    staging.all('INSERT INTO people VALUES (?, ?, ?, ?, ?, ?, NULL)', id, root, name, number, lid, isGroup ? 1 : 0)
  }
}

const keysOf = ({ isGroup, number, lid }: Address): string[] =>
  isGroup ? [`g${number}`] : [...(number ? [`n${shortSpelling(number)}`] : []), ...(lid ? [`l${lid}`] : [])]
