import { AppError } from '@balcao/shared/errors.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { continuesBy } from '../../../data/imports/data-import.ts'
import { readObjectHead } from '../../../integrations/storage.ts'
import type { Operations } from '../operations.ts'
import { beginImportJob } from './begin-import-job.ts'
import { requireImport } from './require-import.ts'

/**
 * Begins to read an import's dump again, whose rows another version of the program staged. What
 * it wrote is found there once it is started.
 */
export const readImport: Operations['imports']['read'] = async (ctx, { params }) => {
  const row = await requireImport(ctx.companyId, params.id)
  if (continuesBy(row) !== 'read') throw new AppError('ERR_IMPORT_STATE')
  const { key, mediaKey } = row
  const heads = await Promise.all([key, mediaKey].map(one => (one === null ? true : readObjectHead(one, 1))))
  if (!heads.every(Boolean)) throw new AppError('ERR_UPLOAD_MISSING')
  return beginImportJob(
    ctx,
    row,
    { state: 'reading', counts: [], firstNotices: [], left: [], done: 0, total: null },
    {
      kind: 'dataReading',
      listed: false,
      state: { importId: row.id, language: languageOf(ctx.headers['accept-language']), parts: [] },
    },
  )
}
