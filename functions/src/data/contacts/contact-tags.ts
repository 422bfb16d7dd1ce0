/** Tags set on contacts themselves, which outlive their tickets (decision 0078). */
import type { Tag, TagRef } from '@balcao/shared/entities/tag.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { cacheFor } from '../table/short-cache.ts'
import { listTags } from '../tickets/tag.ts'

/** Time (ms) for which a tag may still be shown as it was before a change. */
const LIFETIME_MS = 2000

const known = cacheFor<ReadonlyMap<string, Tag>>(LIFETIME_MS)

/**
 * Returns the tags of a contact as lists show them, by name: those that were not deleted. Reads
 * nothing without tags.
 */
export async function shownContactTags(companyId: string, ids: readonly string[] = []): Promise<TagRef[]> {
  if (ids.length === 0) return []
  // Ids are in the order of creation: a read that is newer than the newest has seen them all.
  const newest = [...ids].sort().at(-1)!
  const tags = await known.get(
    `${companyId}#${newest}`,
    async () => new Map((await listTags(companyId, true)).map(tag => [tag.id, tag])),
  )
  return ids
    .flatMap(id => tags.get(id) ?? [])
    .map(({ id, name, color }) => ({ id, name, color }))
    .sort((a, b) => a.name.localeCompare(b.name, 'pt'))
}

/**
 * Returns the tags that a contact gets, without those that were deleted since it had them.
 * @throws ERR_NO_TAG_FOUND for one that it did not have and that does not exist
 */
export async function contactTagsToSet(
  companyId: string,
  wanted: readonly string[],
  before: readonly string[] = [],
): Promise<string[]> {
  if (wanted.length === 0) return []
  const exist = new Set((await listTags(companyId, true)).map(({ id }) => id))
  const ids = [...new Set(wanted)]
  if (ids.some(id => !exist.has(id) && !before.includes(id))) throw new AppError('ERR_NO_TAG_FOUND')
  return ids.filter(id => exist.has(id))
}
