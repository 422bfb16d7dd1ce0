import { SYSTEM } from '@balcao/shared/table.ts'
import { ANNOUNCEMENTS, type AnnouncementRow } from '../../../data/content/announcement.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'
import { storePicture } from './announcement-picture.ts'
import { publishAnnouncement } from './publish-announcement.ts'

/**
 * Creates an announcement. The picture is checked before anything is stored or published: a wrong
 * one refuses the announcement.
 */
export const createAnnouncement: Operations['announcements']['create'] = async (_, { body, files }) => {
  const row = newRow<AnnouncementRow>({ ...body, media: null })
  const media = await storePicture(row.id, files)
  return publishAnnouncement('create', await createRow(SYSTEM, ANNOUNCEMENTS, { ...row, media }))
}
