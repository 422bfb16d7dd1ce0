import { requireItem } from '../../../data/campaigns/contact-list-item.ts'
import type { Operations } from '../operations.ts'

export const getContactListItem: Operations['contactListItems']['get'] = ({ companyId }, { params }) =>
  requireItem(companyId, params.id)
