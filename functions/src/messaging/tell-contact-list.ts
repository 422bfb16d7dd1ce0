/** What changes in a contact list is told to the company's browsers. */
import type { ContactListItem } from '@balcao/shared/entities/contact-list.ts'
import { CONTACT_LISTS } from '../data/campaigns/contact-list.ts'
import { getRow } from '../data/table/small-list.ts'
import { publish } from '../realtime/publish.ts'
import { tellRow } from './tell-row.ts'

/** Items came or went: how many there are now stands in the list. Nothing when it is gone. */
async function tellCount(companyId: string, listId: string): Promise<void> {
  const list = await getRow(companyId, CONTACT_LISTS, listId, true)
  if (list) await tellRow(companyId, 'contactList', 'update', list)
}

/** Somebody was put into a list, changed there, or taken out of it. */
export async function tellItem(action: 'create' | 'update' | 'delete', item: ContactListItem): Promise<void> {
  const { companyId, contactListId, id } = item
  await Promise.all([
    publish(
      companyId,
      'contactListItem',
      action === 'delete' ? { action, contactListItemId: id } : { action, contactListItem: item },
    ),
    action === 'update' ? undefined : tellCount(companyId, contactListId),
  ])
}

/** Many items came, went or changed at once: who shows the list reads it anew. */
export async function tellManyItems(companyId: string, listId: string): Promise<void> {
  await Promise.all([
    publish(companyId, 'contactListItem', { action: 'reload', contactListId: listId }),
    tellCount(companyId, listId),
  ])
}
