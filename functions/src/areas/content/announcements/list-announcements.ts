import { SYSTEM } from '@balcao/shared/table.ts'
import { findAnnouncements } from '../../../data/content/announcement.ts'
import { normalizeName } from '../../../data/table/normalize.ts'
import { fromRows, pageOf } from '../../../data/table/page.ts'
import type { Operations } from '../operations.ts'
import { shownAnnouncement } from './publish-announcement.ts'

/** Lists announcements; only super users see inactive ones. */
export const listAnnouncements: Operations['announcements']['list'] = async ({ actor }, { query }) => {
  const { searchParam, sort, ...options } = query
  const found = await findAnnouncements({ hidden: actor.super, searchParam, sort })
  const { rows, hasMore, nextCursor } = await pageOf(
    SYSTEM,
    `announcements|${actor.super}|${sort}|${normalizeName(searchParam)}`,
    fromRows(found, row => row.id),
    options,
  )
  return { records: await Promise.all(rows.map(shownAnnouncement)), hasMore, nextCursor }
}
