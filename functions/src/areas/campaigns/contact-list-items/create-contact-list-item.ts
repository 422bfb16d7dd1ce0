import { createItem } from '../../../data/campaigns/contact-list-item.ts'
import { publishListItem } from '../../../messaging/publish-contact-list.ts'
import type { Operations } from '../operations.ts'

export const createContactListItem: Operations['contactListItems']['create'] = async (
  { companyId },
  { body: { contactListId, ...fields } },
) => {
  const item = await createItem(companyId, contactListId, fields)
  await publishListItem('create', item)
  return item
}
