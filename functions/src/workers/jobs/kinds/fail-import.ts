import type { ErrorCode } from '@balcao/shared/errors.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { changeDataImport, type DataImportRow } from '../../../data/imports/data-import.ts'
import type { DumpError, DumpProblem } from '../../../imports/dump/dump-error.ts'
import { publishDataImport } from '../../../messaging/publish-data-import.ts'

const CODES: Record<DumpProblem, ErrorCode> = {
  notSql: 'ERR_IMPORT_NOT_SQL',
  cut: 'ERR_IMPORT_CUT',
  damaged: 'ERR_IMPORT_DAMAGED',
  bomb: 'ERR_IMPORT_BOMB',
  noColumns: 'ERR_IMPORT_NO_COLUMNS',
  unsupported: 'ERR_IMPORT_UNSUPPORTED',
  unknownSystem: 'ERR_IMPORT_UNKNOWN_SYSTEM',
  otherSystem: 'ERR_IMPORT_OTHER_SYSTEM',
  whichCompany: 'ERR_IMPORT_WHICH_COMPANY',
  media: 'ERR_IMPORT_MEDIA',
  outdated: 'ERR_IMPORT_OUTDATED',
  tooLarge: 'ERR_IMPORT_TOO_LARGE',
}

/** Ends an import that cannot be read or written, with the reason that people see. */
export async function failImport(companyId: string, row: DataImportRow, error: DumpError): Promise<void> {
  const failed = await changeDataImport(companyId, row, {
    state: 'failed',
    error: { code: CODES[error.problem], line: error.line || null, detail: cutText(error.message, 1000) },
    companies: error.companies,
    pace: null,
    endedAt: new Date().toISOString(),
  })
  if (failed) await publishDataImport(companyId, failed)
}
