import { languageOf } from '@balcao/shared/rules/language.ts'
import { importState } from '../../../sheets/import-state.ts'
import { beginSheetImport, prepareSheet, storeSheet } from '../../begin-sheet-import.ts'
import type { Operations } from '../operations.ts'

/** In the place of the row whose import a sheet is for. */
const OWNER = 'contacts'

/** Begins a job that makes contacts of a sheet. */
export const uploadContacts: Operations['contacts']['upload'] = async ({ companyId, actor, headers }, given) => {
  const { key, name } = await storeSheet(companyId, OWNER, given)
  return beginSheetImport(companyId, actor.userId, {
    kind: 'contactsImport',
    subject: name || null,
    state: importState(key, languageOf(headers['accept-language'])),
  })
}

/** The store itself refuses what is larger. */
export const prepareContactsUpload: Operations['contacts']['uploads'] = ({ companyId }) =>
  prepareSheet(companyId, OWNER)
