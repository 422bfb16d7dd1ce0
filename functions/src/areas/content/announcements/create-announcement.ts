import { SYSTEM } from '@balcao/shared/table.ts'
import { ANNOUNCEMENTS, type AnnouncementRow } from '../../../data/content/announcement.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'
import { tellAnnouncement } from './tell-announcement.ts'

export const createAnnouncement: Operations['announcements']['create'] = async (_, { body }) =>
  tellAnnouncement('create', await createRow(SYSTEM, ANNOUNCEMENTS, newRow<AnnouncementRow>({ ...body, media: null })))
