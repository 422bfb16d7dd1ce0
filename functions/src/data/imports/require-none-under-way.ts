import { AppError } from '@balcao/shared/errors.ts'
import { importsUnderWay } from './data-import.ts'
import { reconcileImport } from './reconcile-import.ts'

/**
 * Throws ERR_IMPORT_UNDER_WAY while an import of the company is under way.
 * @param except the one that is gone on with
 */
export async function requireNoneUnderWay(companyId: string, except?: string): Promise<void> {
  for (const row of await importsUnderWay(companyId)) {
    if (row.id === except) continue
    const now = await reconcileImport(companyId, row)
    if (now.state === row.state) throw new AppError('ERR_IMPORT_UNDER_WAY')
  }
}
