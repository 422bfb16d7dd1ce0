import { AppError } from '@balcao/shared/errors.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { continuesBy } from '../../../data/imports/data-import.ts'
import { NO_PROGRESS } from '../../../imports/write/write-stream.ts'
import { readObjectHead } from '../../../integrations/storage.ts'
import type { Operations } from '../operations.ts'
import { beginImportJob } from './begin-import-job.ts'
import { requireImport } from './require-import.ts'

/** Begins to write an import, or goes on with one that stopped: what it wrote is found there. */
export const startImport: Operations['imports']['start'] = async (ctx, { params, body }) => {
  const row = await requireImport(ctx.companyId, params.id)
  const how = continuesBy(row)
  if (how === null) throw new AppError('ERR_IMPORT_STATE')
  if (how === 'read') throw new AppError('ERR_IMPORT_OUTDATED')
  // Uploads and staged rows leave the bucket after two days.
  if (!(await readObjectHead(row.staged!, 1))) throw new AppError('ERR_UPLOAD_MISSING')
  return beginImportJob(
    ctx,
    row,
    { state: 'running', invite: body.invite, done: 0, startedAt: row.startedAt ?? new Date().toISOString() },
    {
      kind: 'dataImport',
      total: row.total,
      state: {
        importId: row.id,
        language: languageOf(ctx.headers['accept-language']),
        progress: NO_PROGRESS,
        notes: [],
      },
    },
  )
}
