import { requireContact } from '../../../data/contacts/contact.ts'
import type { Operations } from '../operations.ts'
import { showContact } from './show-contact.ts'

export const getContact: Operations['contacts']['get'] = async ({ companyId }, { params }) =>
  showContact(await requireContact(companyId, params.id))
