/** Index of contacts by the tags that are set on them (decision 0078). */
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import type { TableKey } from '../table/keys.ts'
import type { Source } from '../table/page.ts'
import { queryItems } from '../table/query-items.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { put, remove, type Write } from '../table/transact.ts'

/** Number of rows of an index that are deleted per read. */
const BATCH_SIZE = 500
/** Sort key before every other, and one behind every id. */
const LOWEST = '\u0001'
const HIGHEST = 'g'

/** Contact that has a tag. */
const CONTACT_TAG_LINKS = defineRow({
  kind: 'contactTagLink',
  key: { pk: '${companyId}#contacts-of-tag#${tagId}', sk: '${contactId}' },
  content: z.object({ companyId: z.string(), tagId: z.string(), contactId: z.string() }),
})

/** Returns the writes, labelled `contactTagLink`, by which a contact is found by its tags. */
export const contactTagWrites = (
  companyId: string,
  contactId: string,
  before: readonly string[] = [],
  after: readonly string[] = [],
): Write[] => [
  ...before
    .filter(id => !after.includes(id))
    .map(tagId => remove('contactTagLink', CONTACT_TAG_LINKS.delete({ companyId, tagId, contactId }))),
  ...after
    .filter(id => !before.includes(id))
    .map(tagId => put('contactTagLink', CONTACT_TAG_LINKS.put({ companyId, tagId, contactId }))),
]

/**
 * Reads ids of contacts with a tag, before `before`, newest first, at most `limit`. Costs
 * half a read unit per about 20.
 */
export async function contactsOfTag(
  companyId: string,
  tagId: string,
  { limit, before }: { limit: number; before?: string | null | undefined },
): Promise<string[]> {
  // The range includes its ends; the row where the last page ended is left out below.
  const query = CONTACT_TAG_LINKS.query({ companyId, tagId }, { from: '0', to: before ?? HIGHEST })
  const { items } = await queryItems<{ contactId: string }>(query, limit + 1, { attributes: ['contactId'] })
  return items
    .map(({ contactId }) => contactId)
    .filter(id => id !== before)
    .slice(0, limit)
}

/**
 * Returns the source of the contacts with a tag, newest first; one deleted meanwhile is left out.
 */
export const fromContactTag =
  <Row extends { id: string }>(
    companyId: string,
    tagId: string,
    rowsOf: (ids: readonly string[]) => Promise<readonly Row[]>,
  ): Source<Row> =>
  async (wanted, from) => {
    const before = from as string | null
    const ids = await contactsOfTag(companyId, tagId, { limit: wanted + 1, before })
    const taken = ids.slice(0, wanted)
    const rows = (await rowsOf(taken)).map(row => ({ row, position: row.id }))
    return { rows, end: taken.at(-1) ?? before, more: ids.length > wanted }
  }

/** Deletes the index of a deleted tag. Idempotent. */
export async function removeContactTagLinks(companyId: string, tagId: string): Promise<void> {
  for (;;) {
    const query = CONTACT_TAG_LINKS.query({ companyId, tagId }, { above: LOWEST })
    const { items } = await queryItems<TableKey>(query, BATCH_SIZE, { attributes: ['pk', 'sk'], consistent: true })
    if (items.length === 0) return
    await removeKeys(items)
  }
}
