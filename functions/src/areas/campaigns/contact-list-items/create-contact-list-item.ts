import { createItem } from '../../../data/campaigns/contact-list-item.ts'
import { tellItem } from '../../../messaging/tell-contact-list.ts'
import type { Operations } from '../operations.ts'

export const createContactListItem: Operations['contactListItems']['create'] = async (
  { companyId },
  { body: { contactListId, ...fields } },
) => {
  const item = await createItem(companyId, contactListId, fields)
  await tellItem('create', item)
  return item
}
