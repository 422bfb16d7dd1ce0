import type { Language } from '@balcao/shared/rules/language.ts'
import type { SheetImportState } from '../data/jobs/job.ts'

/** Returns the state of an import before its sheet is read. */
export const importState = (sheet: string, language: Language): SheetImportState => ({
  sheet,
  language,
  stage: 'read',
  had: null,
  at: 0,
  from: 0,
  fates: [],
  counts: { rows: 0, added: 0, updated: 0, unchanged: 0, invalid: 0, duplicate: 0 },
})
