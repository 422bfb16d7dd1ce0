import { AppError } from '@balcao/shared/errors.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { ANNOUNCEMENTS } from '../../../data/content/announcement.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'
import { shownAnnouncement } from './publish-announcement.ts'

/** Returns an announcement; an inactive one does not exist for users who do not write them. */
export const getAnnouncement: Operations['announcements']['get'] = async ({ actor }, { params }) => {
  const row = await requireRow(SYSTEM, ANNOUNCEMENTS, params.id)
  if (!row.status && !actor.super) throw new AppError('ERR_NO_ANNOUNCEMENT_FOUND')
  return shownAnnouncement(row)
}
