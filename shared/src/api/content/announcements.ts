import { z } from 'zod'
import { IdParams, listQuery, page } from '../../api-contract/fields.ts'
import { changeWithFile, withFile } from '../../api-contract/kept-file.ts'
import { FILE_REFUSALS, ofPrepared, uploadRoute } from '../../api-contract/prepared-upload.ts'
import { route } from '../../api-contract/route.ts'
import { rowRoutes } from '../../api-contract/row-routes.ts'
import { Announcement, PRIORITIES } from '../../entities/announcement.ts'
import { INLINE_LIMIT } from '../../media.ts'

/** Maximum bytes of an announcement's picture. */
export const ANNOUNCEMENT_PICTURE = 10 * 2 ** 20

const Priority = z.union(PRIORITIES.map(priority => z.literal(priority)))

const rows = rowRoutes({
  path: '/announcements',
  one: 'an announcement',
  audit: 'announcement',
  read: 'user',
  change: 'super',
  row: Announcement,
  fields: {
    title: z.string().trim().min(1).max(100),
    text: z.string().trim().min(1).max(4096),
    priority: Priority.default(3),
    status: z.boolean().default(true),
  },
  missing: 'ERR_NO_ANNOUNCEMENT_FOUND',
  refusals: [],
})

/**
 * Announcements of the installation: super users make them, and every company sees the active ones.
 */
export const announcements = {
  ...rows,
  create: withFile(rows.create),
  update: changeWithFile(rows.update, { larger: '/announcements/{id}/uploads' }),
  list: route({
    method: 'GET',
    path: '/announcements',
    summary: 'Announcements, the newest first; super users see those that are not active too',
    access: 'user',
    query: z.object({
      ...listQuery,
      sort: z.enum(['date', 'priority']).default('date').describe('The newest first, or within each priority'),
    }),
    response: z.object({ records: z.array(Announcement), ...page }),
    errors: ['ERR_INVALID_CURSOR'],
  }),
  uploadMedia: route({
    method: 'POST',
    path: '/announcements/{id}/media-upload',
    summary: 'Give an announcement its picture (PNG, JPEG)',
    access: 'super',
    audit: 'announcement.update',
    params: IdParams,
    body: z.object({
      typeArch: z.string().max(50).optional(),
      ...ofPrepared,
    }),
    multipart: { field: 'file', maxFiles: 1, maxSize: INLINE_LIMIT, larger: '/announcements/{id}/uploads' },
    response: Announcement,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND', 'ERR_CONFLICT', ...FILE_REFUSALS],
  }),
  removeMedia: route({
    method: 'DELETE',
    path: '/announcements/{id}/media-upload',
    summary: 'Take the picture from an announcement',
    access: 'super',
    audit: 'announcement.update',
    params: IdParams,
    response: Announcement,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND', 'ERR_CONFLICT'],
  }),
  uploads: uploadRoute({
    access: 'super',
    path: '/announcements/{id}/uploads',
    summary: 'Prepare the upload of a picture',
    params: IdParams,
    most: ANNOUNCEMENT_PICTURE,
    errors: ['ERR_NO_ANNOUNCEMENT_FOUND', 'ERR_UPLOAD_TYPE'],
  }),
}
