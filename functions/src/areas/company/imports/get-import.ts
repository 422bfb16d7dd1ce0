import { showDataImport } from '../../../data/imports/data-import.ts'
import type { Operations } from '../operations.ts'
import { requireImport } from './require-import.ts'

export const getImport: Operations['imports']['get'] = async ({ companyId }, { params }) =>
  showDataImport(await requireImport(companyId, params.id))
