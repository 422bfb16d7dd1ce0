/** Reads what is known about the people to whom a campaign sends next. */
import { aliasKey, numberAlias } from '../contacts/contact-row.ts'
import { type NumberCheck, numberCheckKey, type StoredCheck, toNumberCheck } from '../contacts/number-check.ts'
import { readAll } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import type { TableKey } from '../table/keys.ts'
import type { RecipientRow } from './campaign-recipient.ts'
import { optOutKey } from './opt-out-row.ts'

export type RecipientLookup = {
  /** Contact of the company to which the person's number leads. */
  contactId: string | undefined
  check: NumberCheck | undefined
  optedOut: boolean
}

type Asked = Pick<RecipientRow, 'key' | 'number'>
type Found = TableKey & { contactId?: string } & Partial<StoredCheck>

/** Maximum number of people per call: each takes three rows of a batch read. */
export const MAX_LOOKUPS = 33

const keysOf = (companyId: string, { key, number }: Asked) => ({
  optOut: optOutKey(companyId, key),
  ...(number ? { alias: aliasKey(companyId, numberAlias(number)), check: numberCheckKey(companyId, number) } : {}),
})

/**
 * Reads up to `MAX_LOOKUPS` people, by their keys, in one consistent read: three read units each.
 */
export async function lookUpRecipients(
  companyId: string,
  asked: readonly Asked[],
): Promise<Map<string, RecipientLookup>> {
  const wanted = asked.map(each => ({ ...each, keys: keysOf(companyId, each) }))
  const Keys = [...new Map(wanted.flatMap(({ keys }) => Object.values(keys)).map(key => [key.pk, key])).values()]
  const found = await readAll<Found>({ [tableName()]: { Keys, ConsistentRead: true } })
  const rows = new Map(found.map(row => [row.pk, row]))
  return new Map(
    wanted.map(({ key, number, keys: { optOut, alias, check } }) => [
      key,
      {
        contactId: alias && rows.get(alias.pk)?.contactId,
        check: check && toNumberCheck(rows.get(check.pk) as StoredCheck | undefined, number),
        optedOut: rows.has(optOut.pk),
      },
    ]),
  )
}
