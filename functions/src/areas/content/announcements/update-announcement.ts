import { SYSTEM } from '@balcao/shared/table.ts'
import { ANNOUNCEMENTS } from '../../../data/content/announcement.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'
import { tellAnnouncement } from './tell-announcement.ts'

export const updateAnnouncement: Operations['announcements']['update'] = async (_, { params, body }) => {
  const before = await requireRow(SYSTEM, ANNOUNCEMENTS, params.id, true)
  return tellAnnouncement('update', await changeRow(SYSTEM, ANNOUNCEMENTS, before, body))
}
