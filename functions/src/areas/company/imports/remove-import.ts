import { AppError } from '@balcao/shared/errors.ts'
import { REMOVAL_ORDER } from '../../../imports/remove/remove-imported.ts'
import type { Operations } from '../operations.ts'
import { beginImportJob } from './begin-import-job.ts'
import { requireImport } from './require-import.ts'

/** Begins to remove what an import wrote and nobody has used since. */
export const removeImport: Operations['imports']['remove'] = async (ctx, { params }) => {
  const row = await requireImport(ctx.companyId, params.id)
  if (!['done', 'cancelled', 'failed'].includes(row.state) || !row.place) throw new AppError('ERR_IMPORT_STATE')
  // Messages and the like go with their tickets: they are not counted on their own.
  const counted = row.counts.filter(({ kind }) => (REMOVAL_ORDER as readonly string[]).includes(kind))
  return beginImportJob(
    ctx,
    row,
    { state: 'removing', done: 0, total: counted.reduce((sum, { taken }) => sum + taken, 0) },
    {
      kind: 'dataImportRemoval',
      state: { importId: row.id, kind: 0, from: null, removed: 0, kept: 0 },
    },
  )
}
