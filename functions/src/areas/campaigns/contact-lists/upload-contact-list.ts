import { languageOf } from '@balcao/shared/rules/language.ts'
import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { importState } from '../../../sheets/import-state.ts'
import { beginSheetImport, prepareSheet, storeSheet } from '../../begin-sheet-import.ts'
import type { Operations } from '../operations.ts'

/** Begins a job that imports the people of a sheet into the list. */
export const uploadContactList: Operations['contactLists']['upload'] = async (
  { companyId, actor, headers, audit },
  { params: { id }, ...given },
) => {
  const list = await requireRow(companyId, CONTACT_LISTS, id)
  audit({ name: list.name })
  const { key } = await storeSheet(companyId, id, given)
  return beginSheetImport(companyId, actor.userId, {
    kind: 'contactListImport',
    subject: list.name,
    state: { ...importState(key, languageOf(headers['accept-language'])), contactListId: id },
  })
}

/** Prepares the upload of a sheet; S3 itself refuses a larger one. */
export const prepareContactListUpload: Operations['contactLists']['uploads'] = async (
  { companyId },
  { params: { id } },
) => {
  await requireRow(companyId, CONTACT_LISTS, id)
  return prepareSheet(companyId, id)
}
