import { messageId } from '@balcao/shared/ids.ts'
import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import { importItems } from '../../../data/campaigns/contact-list-item.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { beginNumberCheck } from '../../../messaging/begin-number-check.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Work } from '../run-step.ts'
import { sheetImport } from './sheet-import.ts'

/**
 * Adds people as items, some of them in one transaction with the checkpoint that counts them. If
 * the list is deleted meanwhile, the import ends.
 */
const people = sheetImport<'contactListImport'>(async ({ companyId, state }, people, progress) => {
  const { contactListId } = state
  const left = people.slice(progress.written())
  const rows = left.map(({ name, number, email }) => ({
    number,
    name: name === '' ? undefined : name,
    email: email === '' ? undefined : email,
  }))
  await importItems(companyId, contactListId, rows, (writes, _, outcomes) => progress.count(outcomes, writes))
  await publishRow(companyId, 'contactList', 'update', await requireRow(companyId, CONTACT_LISTS, contactListId, true))
  await publish(companyId, 'contactListItem', { action: 'reload', contactListId })
})

/**
 * Imports the people of a sheet as items of a contact list. When some were added, a number check of
 * the list begins next, if there is a connection to ask over; its job id derives from the import's,
 * so ending the import twice begins no second check.
 */
export const contactListImport: Work<'contactListImport'> = {
  step: people.step,
  async clean(job) {
    await people.clean?.(job)
    const { companyId, id, createdAt, status, state, user } = job
    if (status !== 'done' || state.counts.added === 0) return
    await beginNumberCheck(companyId, state.contactListId, user, await messageId(id, 'numberCheck', createdAt))
  },
}
