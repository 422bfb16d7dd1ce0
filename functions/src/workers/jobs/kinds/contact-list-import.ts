import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import { importItems } from '../../../data/campaigns/contact-list-item.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { tellRow } from '../../../messaging/tell-row.ts'
import { publish } from '../../../realtime/publish.ts'
import { sheetImport } from './sheet-import.ts'

/**
 * The people of a sheet become items of a contact list, some of them in one transaction with the checkpoint that counts them. A list
 * that is deleted meanwhile ends the import.
 */
export const contactListImport = sheetImport<'contactListImport'>(async ({ companyId, state }, people, progress) => {
  const { contactListId } = state
  const left = people.slice(progress.written())
  const rows = left.map(({ name, number, email }) => ({
    number,
    name: name === '' ? undefined : name,
    email: email === '' ? undefined : email,
  }))
  await importItems(companyId, contactListId, rows, (writes, _, outcomes) => progress.count(outcomes, writes))
  await tellRow(companyId, 'contactList', 'update', await requireRow(companyId, CONTACT_LISTS, contactListId, true))
  await publish(companyId, 'contactListItem', { action: 'reload', contactListId })
})
