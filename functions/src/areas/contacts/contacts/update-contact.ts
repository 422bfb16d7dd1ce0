import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { normalizeNumber } from '@balcao/shared/rules/phone-number.ts'
import { type ContactChanges, changeContact, requireContact } from '../../../data/contacts/contact.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import { contactTagsToSet } from '../../../data/contacts/contact-tags.ts'
import { reclaimAliases } from '../../../data/contacts/reclaim-aliases.ts'
import { getCustomer } from '../../../data/customers/customer-row.ts'
import { showCustomer } from '../../../data/customers/show-customer.ts'
import { fieldsChange } from '../../../data/fields/field-values.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import { hiddenContacts } from '../../../data/tickets/contact-access.ts'
import { changeTicket } from '../../../data/tickets/ticket.ts'
import type { Viewer } from '../../../data/tickets/ticket-list.ts'
import { contactOfTicket, type TicketRow } from '../../../data/tickets/ticket-row.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { publishContact, publishTicket } from '../../../messaging/publish-ticket.ts'
import { contactChanges, logContactChange } from '../../../messaging/record-contact-change.ts'
import { publish } from '../../../realtime/publish.ts'
import { requireContactAccess, requireHolder } from '../../tickets/contact-access.ts'
import { knownToWhatsapp } from '../ask-whatsapp.ts'
import type { Operations } from '../operations.ts'
import { showContact } from './show-contact.ts'

/**
 * Changes a contact. A user who may not see its live ticket may change nothing; the number may be
 * changed by an admin or the ticket's holder. The change is recorded in the audit log and in the
 * log of the live ticket.
 */
export const updateContact: Operations['contacts']['update'] = async (ctx, { params, body }) => {
  const { companyId } = ctx
  const { number, blocked, fields, contactTags, ...others } = body
  const [now, caller] = await Promise.all([requireContact(companyId, params.id), requireContactAccess(ctx, params.id)])
  const change = fields && (await fieldsChange(companyId, 'contact', fields))
  const tags = contactTags && (await contactTagsToSet(companyId, contactTags, now.tags))
  const renumbered = await newNumber(companyId, now, number)
  if (renumbered.number !== undefined) requireHolder(caller)
  const wanted = {
    ...definedFields(others),
    ...renumbered,
    ...(tags ? { tags } : {}),
    ...(change ? { fields: change } : {}),
    ...blockOf(now, caller.user, blocked),
  }
  const { before, contact } = await changeOrReclaim(caller.viewer, now, wanted)
  const changes = await contactChanges(before, contact)
  ctx.audit({ name: contact.name, changes })
  if (changes.length > 0) await logContactChange(caller.live, caller.user, changes)
  const toggled = Boolean(contact.blocked) !== Boolean(before.blocked)
  const retagged = String(contact.tags ?? []) !== String(before.tags ?? [])
  if (toggled || retagged) await markLiveTickets(caller.live, contact)
  // Tickets carry the name and number their rows show, the contact's
  // tags, and whether it is blocked.
  if (toggled || retagged || contact.name !== before.name || contact.number !== before.number)
    await enqueueJob({ type: 'rename', companyId, entity: 'contact', id: contact.id })
  await publishContact(contact, 'update')
  if (contact.customerId !== before.customerId)
    await Promise.all([before, contact].map(({ customerId }) => publishCustomer(companyId, customerId)))
  return showContact(contact)
}

/** Returns the changes that block a contact or unblock it; none if it is so already. */
const blockOf = (now: ContactRow, by: UserRef, blocked: boolean | undefined): ContactChanges =>
  blocked === undefined || blocked === Boolean(now.blocked) ? {} : { blocked: blocked ? { at: Date.now(), by } : null }

/** Shows a contact's block and tags at once in its live tickets; the others follow in a job. */
async function markLiveTickets(live: readonly TicketRow[], contact: ContactRow): Promise<void> {
  await Promise.all(
    live.map(async seen => {
      const { before, ticket } = await changeTicket(contact.companyId, seen, now =>
        now.contact.id === contact.id ? { set: { contact: marked(now.contact, contact) }, touch: false } : undefined,
      )
      if (ticket !== before) await publishTicket(ticket, before)
    }),
  )
}

/**
 * Returns a ticket's contact with the contact's present marks; the
 * ticket keeps the number it is with.
 */
function marked({ blocked: _, tags: __, ...shown }: TicketRow['contact'], row: ContactRow): TicketRow['contact'] {
  const { blocked, tags } = contactOfTicket(row)
  return { ...shown, ...(blocked ? { blocked } : {}), ...(tags ? { tags } : {}) }
}

/**
 * Changes a contact. If its number is taken by a contact that only stood in for this one while it
 * had another number, that one is merged into it first.
 * @throws ERR_DUPLICATED_CONTACT when the number is somebody else's
 */
async function changeOrReclaim(viewer: Viewer, now: ContactRow, wanted: ContactChanges) {
  const { companyId, id } = now
  const { number, lid = null } = wanted
  try {
    return await changeContact(companyId, id, wanted)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ERR_DUPLICATED_CONTACT' || number === undefined) throw error
    const merged = await reclaimAliases(
      now,
      { number, lid },
      async other => (await hiddenContacts(companyId, viewer, [other.id])).size === 0,
    )
    if (!merged) throw error
    for (const contactId of merged) await publish(companyId, 'contact', { action: 'delete', contactId })
    return await changeContact(companyId, id, wanted)
  }
}

/** Publishes a customer whose contacts have changed. */
async function publishCustomer(companyId: string, id: string | null): Promise<void> {
  const customer = id === null ? undefined : await getCustomer(companyId, id, true)
  if (customer) await publishRow(companyId, 'customer', 'update', await showCustomer(customer))
}

/**
 * Returns the changes of a new number. It is another account: what was known of the old one is
 * dropped. A group keeps its id, and a metaPage's customer has no number.
 */
async function newNumber(
  companyId: string,
  now: Pick<ContactRow, 'number' | 'isGroup' | 'scoped'>,
  typed: string | undefined,
): Promise<ContactChanges> {
  const number = typed === undefined || now.isGroup || now.scoped ? now.number : normalizeNumber(typed)
  if (number === now.number || typed === now.number) return {}
  const check = await knownToWhatsapp(companyId, number)
  return {
    number: check?.number ?? number,
    lid: check?.lid ?? null,
    isWhatsappValid: check ? true : null,
    picture: null,
    pictureCheckedAt: null,
  }
}
