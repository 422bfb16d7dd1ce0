import { DATA_IMPORTS, showDataImport } from '../../../data/imports/data-import.ts'
import { reconcileImport } from '../../../data/imports/reconcile-import.ts'
import { pageOfRows } from '../../../data/table/small-list.ts'
import type { Operations } from '../operations.ts'

/** Lists the imports, newest first. */
export const listImports: Operations['imports']['list'] = async ({ companyId }, { query }) => {
  const { rows, hasMore, nextCursor } = await pageOfRows(companyId, DATA_IMPORTS, { ...query, searchParam: '' })
  const imports = await Promise.all(rows.map(async row => showDataImport(await reconcileImport(companyId, row))))
  return { imports, hasMore, nextCursor }
}
