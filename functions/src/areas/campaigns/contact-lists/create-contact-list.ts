import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

export const createContactList: Operations['contactLists']['create'] = ({ companyId }, { body }) =>
  createListed(companyId, CONTACT_LISTS, { ...body, contactsCount: 0 })
