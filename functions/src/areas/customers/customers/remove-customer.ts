import { AppError } from '@balcao/shared/errors.ts'
import { unlinkCustomer } from '../../../data/contacts/contact.ts'
import { deleteCustomer } from '../../../data/customers/customer.ts'
import { getCustomer } from '../../../data/customers/customer-row.ts'
import { hiddenContacts, liveTicketsOfContacts } from '../../../data/tickets/contact-access.ts'
import { writeAudit } from '../../../http/audit.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import { publishContact } from '../../../messaging/publish-ticket.ts'
import { logContactChange } from '../../../messaging/record-contact-change.ts'
import { callerOf } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'

/**
 * Deletes a customer with its addresses. Its contacts are no longer linked to a customer; its
 * orders stay.
 */
export const removeCustomer: Operations['customers']['remove'] = async (ctx, { params: { id } }) => {
  const { companyId, audit } = ctx
  const customer = await getCustomer(companyId, id, true)
  const { viewer, user } = await callerOf(ctx)
  const linked = customer?.contacts.map(contact => contact.id) ?? []
  if ((await hiddenContacts(companyId, viewer, linked)).size > 0) throw new AppError('ERR_NO_PERMISSION')
  const deleted = await deleteCustomer(companyId, id, async contactId => {
    const contact = await unlinkCustomer(companyId, contactId, id)
    if (!contact) return
    const changes = [{ field: 'customer', before: customer?.fullName ?? id, after: null }]
    await logContactChange(await liveTicketsOfContacts(companyId, [contactId]), user, changes)
    await writeAudit(ctx, companyId, {
      action: 'contact.update',
      subjectId: contactId,
      name: contact.name,
      user,
      support: ctx.actor.support !== undefined,
      changes,
    })
    await publishContact(contact, 'update')
  })
  if (!deleted) return
  audit({ name: deleted.fullName })
  await publishRowDeleted(companyId, 'customer', id)
}
