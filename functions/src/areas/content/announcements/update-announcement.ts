import { SYSTEM } from '@balcao/shared/table.ts'
import { ANNOUNCEMENTS } from '../../../data/content/announcement.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import { changeRow, requireRow } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'
import { changePicture, storePicture } from './announcement-picture.ts'
import { publishAnnouncement } from './publish-announcement.ts'

export const updateAnnouncement: Operations['announcements']['update'] = async (_, call) => {
  const { params, files } = call
  const { media, ...body } = call.body
  const before = await requireRow(SYSTEM, ANNOUNCEMENTS, params.id, true)
  const picture = await storePicture(before.id, files)
  if (picture || media === null) return changePicture(before, picture, definedFields(body))
  return publishAnnouncement('update', await changeRow(SYSTEM, ANNOUNCEMENTS, before, body))
}
