import { type DataImportRow, showDataImport } from '../data/imports/data-import.ts'
import { publishRow } from './publish-row.ts'

/** Publishes the state of an import to the company's admins. */
export const publishDataImport = async (
  companyId: string,
  row: DataImportRow,
  action: 'create' | 'update' = 'update',
): Promise<void> => publishRow(companyId, 'dataImport', action, await showDataImport(row))
