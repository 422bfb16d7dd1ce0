import { deleteItem } from '../../../data/campaigns/contact-list-item.ts'
import { publishListItem } from '../../../messaging/publish-contact-list.ts'
import type { Operations } from '../operations.ts'

export const removeContactListItem: Operations['contactListItems']['remove'] = async (
  { companyId, audit },
  { params: { id } },
) => {
  const item = await deleteItem(companyId, id)
  if (!item) return
  audit({})
  await publishListItem('delete', item)
}
