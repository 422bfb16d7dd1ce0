import { AppError } from '@balcao/shared/errors.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { NO_PROGRESS } from '../../../imports/write/write-stream.ts'
import type { Operations } from '../operations.ts'
import { beginImportJob } from './begin-import-job.ts'
import { requireImport } from './require-import.ts'

/** Begins to write an import, or goes on with one that stopped: what it wrote is found there. */
export const startImport: Operations['imports']['start'] = async (ctx, { params, body }) => {
  const row = await requireImport(ctx.companyId, params.id)
  const isStopped = row.state === 'cancelled' || row.state === 'failed'
  // Without staged rows there is nothing to write: it was never read to its end, or by the command.
  if (!(row.state === 'ready' || isStopped) || !row.staged) throw new AppError('ERR_IMPORT_STATE')
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
