import { AppError } from '@balcao/shared/errors.ts'
import type { Operations } from '../operations.ts'
import { beginImportJob } from './begin-import-job.ts'
import { requireImport } from './require-import.ts'

/** Begins to remove what an import wrote and nobody has used since. */
export const removeImport: Operations['imports']['remove'] = async (ctx, { params }) => {
  const row = await requireImport(ctx.companyId, params.id)
  if (!['done', 'cancelled', 'failed'].includes(row.state) || !row.place) throw new AppError('ERR_IMPORT_STATE')
  return beginImportJob(
    ctx,
    row,
    { state: 'removing', done: 0, total: null },
    {
      kind: 'dataImportRemoval',
      state: { importId: row.id, kind: 0, from: null, removed: 0, kept: 0 },
    },
  )
}
