import { changeItem } from '../../../data/campaigns/contact-list-item.ts'
import { tellItem } from '../../../messaging/tell-contact-list.ts'
import type { Operations } from '../operations.ts'

export const updateContactListItem: Operations['contactListItems']['update'] = async (
  { companyId },
  { params: { id }, body },
) => {
  const item = await changeItem(companyId, id, body)
  await tellItem('update', item)
  return item
}
