import { requireContact } from '../../../data/contacts/contact.ts'
import { setDifferent } from '../../../data/contacts/duplicates.ts'
import { requireContactAccess } from '../../tickets/contact-access.ts'
import type { Operations } from '../operations.ts'

export const markDifferent: Operations['contacts']['different'] = async (ctx, { params: { id }, body }) => {
  const { companyId } = ctx
  await Promise.all([
    requireContactAccess(ctx, id),
    requireContact(companyId, id),
    requireContact(companyId, body.contactId),
  ])
  await setDifferent(companyId, id, body.contactId)
}
