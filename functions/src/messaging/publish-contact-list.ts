/** Publishes changes of contact lists to the company's browsers. */
import type { ContactListItem } from '@balcao/shared/entities/contact-list.ts'
import { CONTACT_LISTS } from '../data/campaigns/contact-list.ts'
import { getRow } from '../data/table/small-list.ts'
import { publish } from '../realtime/publish.ts'
import { publishRow } from './publish-row.ts'

/** Publishes the list with its new number of items. Does nothing when the list is gone. */
async function publishItemCount(companyId: string, listId: string): Promise<void> {
  const list = await getRow(companyId, CONTACT_LISTS, listId, true)
  if (list) await publishRow(companyId, 'contactList', 'update', list)
}

/** Publishes an item that was added to a list, changed there, or removed from it. */
export async function publishListItem(action: 'create' | 'update' | 'delete', item: ContactListItem): Promise<void> {
  const { companyId, contactListId, id } = item
  await Promise.all([
    publish(
      companyId,
      'contactListItem',
      action === 'delete' ? { action, contactListItemId: id } : { action, contactListItem: item },
    ),
    action === 'update' ? undefined : publishItemCount(companyId, contactListId),
  ])
}

/**
 * Publishes that many items were added, removed or changed at once: browsers that show the list
 * read it anew.
 */
export async function publishListChanged(companyId: string, listId: string): Promise<void> {
  await Promise.all([
    publish(companyId, 'contactListItem', { action: 'reload', contactListId: listId }),
    publishItemCount(companyId, listId),
  ])
}
