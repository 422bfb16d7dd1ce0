import { pageOfItems } from '../../../data/campaigns/contact-list-item.ts'
import type { Operations } from '../operations.ts'

export const listContactListItems: Operations['contactListItems']['list'] = (
  { companyId },
  { query: { contactListId, ...options } },
) => pageOfItems(companyId, contactListId, options)
