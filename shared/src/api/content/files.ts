import { z } from 'zod'
import { Id, IdParams, listQuery, page } from '../../api-contract/fields.ts'
import { withFile } from '../../api-contract/kept-file.ts'
import { FILE_REFUSALS, FileName, Mimetype, PreparedKey, uploadRoute } from '../../api-contract/prepared-upload.ts'
import { route } from '../../api-contract/route.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { FileList, LIST_FILES } from '../../entities/file-list.ts'
import { INLINE_LIMIT } from '../../media.ts'
import { fieldMessage } from '../../validation/field-message.ts'
import { MEDIA_LIMITS } from '../tickets/messages.ts'

const rights = { read: 'user', change: 'admin' } as const

const Prepared = z.object({ key: PreparedKey, fileName: FileName, mimetype: Mimetype })

/** Place of a list. Its file is sent in the form, or is in the bucket already. */
const Place = z.object({
  id: Id.optional(),
  name: z.string().trim().max(1024).default(''),
  file: z
    .number()
    .int()
    .min(0)
    .max(LIST_FILES - 1)
    .describe('Index of the file of the form this place gets, from 0')
    .optional(),
  upload: Prepared.describe('The file this place gets, put into the bucket by a form of `prepare`').optional(),
})

const rows = rowRoutes({
  ...rights,
  path: '/files',
  one: 'a file list',
  audit: 'file',
  row: FileList,
  fields: {
    name: z.string(fieldMessage('fileList.name')).trim().min(3, fieldMessage('fileList.name')).max(50),
    message: z.string().trim().min(1).max(1000),
    /**
     * Places in this order; one without an id waits for its file, and a place that is left out is
     * removed.
     */
    options: z.array(Place).max(LIST_FILES).default([]),
  },
  missing: 'ERR_NO_FILE_LIST_FOUND',
  refusals: ['ERR_FILE_LIST_NAME_ALREADY_EXISTS', 'ERR_NO_FILE_FOUND'],
})

const FORM = { field: 'files', maxFiles: LIST_FILES }

export const files = {
  ...rowLists({ ...rights, path: '/files', field: 'files', row: FileList }),
  ...rows,
  create: withFile(rows.create, { ...FORM, larger: '/files/uploads' }),
  update: withFile(rows.update, { ...FORM, larger: '/files/{id}/uploads' }),
  list: route({
    method: 'GET',
    path: '/files',
    summary: 'File lists, by name',
    access: 'user',
    query: z.object({ ...listQuery, companyId: z.string().max(50).describe('Ignored').optional() }),
    response: z.object({ files: z.array(FileList), ...page }),
  }),
  remove: route({ ...rows.remove, errors: [...rows.remove.errors, 'ERR_FILE_LIST_IN_USE'] }),
  /**
   * Stores a file in the place named with it, else in the first empty one, else in a new one at the
   * end.
   */
  uploadList: route({
    method: 'POST',
    path: '/files/uploadList/{id}',
    summary: 'Put files into a file list',
    access: 'admin',
    audit: 'file.update',
    params: IdParams,
    body: z.object({
      /** Places that the files in the form fill, in their order. */
      optionIds: z
        .preprocess(
          value => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
          z.array(Id).max(LIST_FILES),
        )
        .optional(),
      uploads: z
        .array(Prepared.extend({ optionId: Id.optional() }))
        .max(LIST_FILES)
        .default([]),
      typeArch: z.string().max(50).optional(),
    }),
    multipart: { field: 'files', maxFiles: LIST_FILES, maxSize: INLINE_LIMIT, larger: '/files/{id}/uploads' },
    response: FileList,
    errors: ['ERR_NO_FILE_LIST_FOUND', 'ERR_NO_FILE_FOUND', 'ERR_TOO_MANY_FILES', 'ERR_CONFLICT', ...FILE_REFUSALS],
  }),
  /** Signs a form for a list that is made or changed together with its files in one call. */
  prepare: uploadRoute({
    access: 'admin',
    path: '/files/uploads',
    summary: 'Prepare the upload of a file that comes with its list and is too large for a call',
    most: MEDIA_LIMITS.application,
    errors: ['ERR_UPLOAD_TOO_LARGE', 'ERR_UPLOAD_TYPE'],
  }),
  uploads: uploadRoute({
    access: 'admin',
    path: '/files/{id}/uploads',
    summary: 'Prepare the upload of a file that is too large for a call',
    params: IdParams,
    most: MEDIA_LIMITS.application,
    errors: ['ERR_NO_FILE_LIST_FOUND', 'ERR_UPLOAD_TOO_LARGE', 'ERR_UPLOAD_TYPE'],
  }),
}
