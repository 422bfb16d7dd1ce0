import { DATA_IMPORTS, type DataImportRow } from '../../../data/imports/data-import.ts'
import { reconcileImport } from '../../../data/imports/reconcile-import.ts'
import { requireRow } from '../../../data/table/small-list.ts'

/** Returns an import as it is. Throws ERR_NO_IMPORT_FOUND. */
export const requireImport = async (companyId: string, id: string): Promise<DataImportRow> =>
  reconcileImport(companyId, await requireRow(companyId, DATA_IMPORTS, id, true))
