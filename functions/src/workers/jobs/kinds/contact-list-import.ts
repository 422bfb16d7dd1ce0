import { sheetImport } from './sheet-import.ts'

export const contactListImport = sheetImport<'contactListImport'>(async () => undefined)
