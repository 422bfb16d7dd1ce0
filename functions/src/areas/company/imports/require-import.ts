import { AppError } from '@balcao/shared/errors.ts'
import { DATA_IMPORTS, type DataImportRow, importsUnderWay } from '../../../data/imports/data-import.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { reconcileImport } from './reconcile-import.ts'

/** Returns an import as it is. Throws ERR_NO_IMPORT_FOUND. */
export const requireImport = async (companyId: string, id: string): Promise<DataImportRow> =>
  reconcileImport(companyId, await requireRow(companyId, DATA_IMPORTS, id, true))

/** Throws ERR_IMPORT_UNDER_WAY while another import of the company is under way. */
export async function requireNoneUnderWay(companyId: string): Promise<void> {
  for (const row of await importsUnderWay(companyId)) {
    const now = await reconcileImport(companyId, row)
    if (now.state === row.state) throw new AppError('ERR_IMPORT_UNDER_WAY')
  }
}
