import { languageOf } from '@balcao/shared/rules/language.ts'
import { importState } from '../../../sheets/import-state.ts'
import { beginSheetImport, prepareSheet, storeSheet } from '../../begin-sheet-import.ts'
import type { Operations } from '../operations.ts'

/** Stands for the row that a sheet's import is for. */
const OWNER = 'contacts'

/** Begins a job that imports a sheet as contacts. */
export const uploadContacts: Operations['contacts']['upload'] = async ({ companyId, actor, headers }, given) => {
  const { key, name } = await storeSheet(companyId, OWNER, given)
  return beginSheetImport(companyId, actor.userId, {
    kind: 'contactsImport',
    subject: name || null,
    state: importState(key, languageOf(headers['accept-language'])),
  })
}

/** Prepares the upload of a sheet; S3 itself refuses a larger one. */
export const prepareContactsUpload: Operations['contacts']['uploads'] = ({ companyId }) =>
  prepareSheet(companyId, OWNER)
