import { requireContact } from '../../../data/contacts/contact.ts'
import { toWireContact } from '../../../data/tickets/wire.ts'
import type { Operations } from '../operations.ts'

export const getContact: Operations['contacts']['get'] = async ({ companyId }, { params }) =>
  toWireContact(await requireContact(companyId, params.id))
