import { changeItem } from '../../../data/campaigns/contact-list-item.ts'
import { publishListItem } from '../../../messaging/publish-contact-list.ts'
import type { Operations } from '../operations.ts'

export const updateContactListItem: Operations['contactListItems']['update'] = async (
  { companyId },
  { params: { id }, body },
) => {
  const item = await changeItem(companyId, id, body)
  await publishListItem('update', item)
  return item
}
