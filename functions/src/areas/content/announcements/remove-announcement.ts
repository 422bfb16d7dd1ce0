import { SYSTEM } from '@balcao/shared/table.ts'
import { ANNOUNCEMENTS } from '../../../data/content/announcement.ts'
import { deleteRow, getRow } from '../../../data/table/small-list.ts'
import { publishEverywhere } from '../../../realtime/publish-everywhere.ts'
import type { Operations } from '../operations.ts'
import { forgetPicture } from './announcement-picture.ts'

export const removeAnnouncement: Operations['announcements']['remove'] = async ({ audit }, { params: { id } }) => {
  const row = await getRow(SYSTEM, ANNOUNCEMENTS, id, true)
  if (!row || !(await deleteRow(SYSTEM, ANNOUNCEMENTS, row))) return
  audit({ name: row.title })
  await forgetPicture(row.media)
  await publishEverywhere('announcement', { action: 'delete', announcementId: id })
}
