import { z } from 'zod'
import { IdParams, listQuery, page } from '../../api-contract/fields.ts'
import { FileName, PreparedKey, uploadRoute } from '../../api-contract/prepared-upload.ts'
import { route } from '../../api-contract/route.ts'
import { DataImport } from '../../entities/data-import.ts'
import { IMPORT_UPLOAD_LIMIT } from '../../media.ts'
import { IMPORT_SYSTEMS } from '../../rules/imports/record.ts'

const SourceCompany = z.string().trim().min(1).max(64)

/**
 * Imports of another system's data (decision 0103): upload a dump and, optionally, a zip of its
 * media, create, look at the dry run, start.
 */
export const imports = {
  list: route({
    method: 'GET',
    path: '/imports',
    summary: 'Imports of other systems, newest first',
    access: 'admin',
    query: z.object(listQuery).omit({ searchParam: true }),
    response: z.object({ imports: z.array(DataImport), ...page }),
  }),
  get: route({
    method: 'GET',
    path: '/imports/{id}',
    summary: 'An import: its state, counts and report',
    access: 'admin',
    params: IdParams,
    response: DataImport,
    errors: ['ERR_NO_IMPORT_FOUND'],
  }),
  uploads: uploadRoute({
    access: 'admin',
    path: '/imports/uploads',
    summary: 'Prepare the upload of a dump, or of a zip with the media',
    most: IMPORT_UPLOAD_LIMIT,
    errors: [],
  }),
  create: route({
    method: 'POST',
    path: '/imports',
    summary: 'Read a dump without writing anything, which is the dry run',
    access: 'admin',
    audit: 'dataImport.create',
    body: z.object({
      system: z.enum(IMPORT_SYSTEMS),
      key: PreparedKey.describe('Key of the dump, from `uploads`'),
      fileName: FileName,
      mediaKey: PreparedKey.describe('Key of the zip with the media, from `uploads`').optional(),
      mediaName: FileName.optional(),
      sourceCompany: SourceCompany.describe('Id of the company there, if it has several').optional(),
      customers: z.boolean().describe('True makes customers of contacts with a valid CPF or CNPJ').default(false),
    }),
    response: DataImport,
    status: 201,
    errors: ['ERR_UPLOAD_MISSING', 'ERR_UPLOAD_TOO_LARGE', 'ERR_IMPORT_UNDER_WAY'],
  }),
  start: route({
    method: 'POST',
    path: '/imports/{id}/start',
    summary: 'Write what the dry run showed; also goes on with a cancelled or failed run',
    access: 'admin',
    audit: 'dataImport.import',
    params: IdParams,
    body: z.object({
      invite: z.boolean().describe('True invites the users by e-mail').default(false),
    }),
    response: DataImport,
    status: 202,
    errors: [
      'ERR_NO_IMPORT_FOUND',
      'ERR_IMPORT_STATE',
      'ERR_IMPORT_OUTDATED',
      'ERR_UPLOAD_MISSING',
      'ERR_IMPORT_UNDER_WAY',
      'ERR_CONFLICT',
    ],
  }),
  read: route({
    method: 'POST',
    path: '/imports/{id}/read',
    summary: 'Read the dump again, if another version of the program had read it; writes nothing',
    access: 'admin',
    audit: 'dataImport.restart',
    params: IdParams,
    response: DataImport,
    status: 202,
    errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_STATE', 'ERR_UPLOAD_MISSING', 'ERR_IMPORT_UNDER_WAY', 'ERR_CONFLICT'],
  }),
  cancel: route({
    method: 'POST',
    path: '/imports/{id}/cancel',
    summary: 'Stop reading or writing; what was written stays',
    access: 'admin',
    audit: 'dataImport.cancel',
    params: IdParams,
    response: DataImport,
    errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_STATE', 'ERR_CONFLICT'],
  }),
  /** Rows that somebody changed or used since stay. */
  remove: route({
    method: 'POST',
    path: '/imports/{id}/remove',
    summary: 'Remove what an import wrote and nobody has used since',
    access: 'admin',
    audit: 'dataImport.delete',
    params: IdParams,
    response: DataImport,
    status: 202,
    errors: ['ERR_NO_IMPORT_FOUND', 'ERR_IMPORT_STATE', 'ERR_IMPORT_UNDER_WAY', 'ERR_CONFLICT'],
  }),
}
