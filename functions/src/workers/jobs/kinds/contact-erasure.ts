import { AppError } from '@balcao/shared/errors.ts'
import { numberVariants } from '@balcao/shared/rules/phone-number.ts'
import { clearAwaitedAnswers, eraseRecipient } from '../../../campaigns/erase-recipient.ts'
import { forgetName } from '../../../data/account/audit.ts'
import { INTEGRATIONS } from '../../../data/automation/queue-integration.ts'
import { WEBHOOKS } from '../../../data/automation/webhook.ts'
import { removeWebhookDeliveriesWith } from '../../../data/automation/webhook-delivery.ts'
import { pageOfCampaigns } from '../../../data/campaigns/campaign.ts'
import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import { deleteItem, findItem } from '../../../data/campaigns/contact-list-item.ts'
import { listWhatsapps } from '../../../data/channels/whatsapp.ts'
import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { finishMerge } from '../../../data/contacts/contact-merge.ts'
import { deleteContact } from '../../../data/contacts/contact-removal.ts'
import { getContact } from '../../../data/contacts/contact-row.ts'
import { numberCheckKey } from '../../../data/contacts/number-check.ts'
import { removeSchedulesOf } from '../../../data/content/schedule.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { removeKeys } from '../../../data/table/remove-keys.ts'
import { everyRow } from '../../../data/table/small-list.ts'
import { contactSource, linkedTickets, unlinkContact } from '../../../data/tickets/ticket-link.ts'
import { deleteTicket, removeTicketRows } from '../../../data/tickets/ticket-removal.ts'
import { removeObjects } from '../../../integrations/storage.ts'
import { publishTicketDeleted } from '../../../messaging/publish-ticket.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Count, StepEnd, Work } from '../run-step.ts'

type Job = JobRow<'contactErasure'>
type State = Job['state']
type ErasedPerson = NonNullable<State['person']>
type End = StepEnd<'contactErasure'>

/** Tickets, or campaigns, of a step. */
const BATCH_SIZE = 25

/**
 * Erases everything about a person: tickets, also live ones, with messages, notes, logs and media;
 * items of contact lists; their identity in campaigns; scheduled messages; sent webhook deliveries;
 * and last the contact itself, since everything is found through it. The figures of the dashboard
 * and of campaigns stay. Orders, contracts and the customer's register stay too: a company has to
 * keep them, and they are the customer's.
 */
export const contactErasure: Work<'contactErasure'> = {
  async step(job, count) {
    const { person, stage } = job.state
    if (!person) return { file: null }
    switch (stage) {
      case 'tickets':
        return eraseTickets(job, count)
      case 'lists':
        return eraseFromLists(job, person)
      case 'campaigns':
        return eraseFromCampaigns(job, person)
      case 'deliveries':
        return eraseWebhookDeliveries(job, person)
      case 'contact':
        return eraseContact(job, person)
    }
  },
}

const next = (job: Job, changes: Partial<State>): { next: State } => ({ next: { ...job.state, ...changes } })

async function eraseTickets(job: Job, count: Count<'contactErasure'>): Promise<End> {
  const { companyId, state } = job
  const { contactId } = state
  if ((await getContact(companyId, contactId, true))?.absorbs) await finishMerge(companyId, contactId)
  const ids = await linkedTickets(companyId, contactSource(contactId), { limit: BATCH_SIZE, consistent: true })
  for (const id of ids) {
    const ticket = await deleteTicket(companyId, id, { keepContactLink: true, keepDays: true })
    if (ticket) await publishTicketDeleted(ticket)
    await removeTicketRows(companyId, id)
    await count(1, [unlinkContact(companyId, contactId, id)])
  }
  return next(job, ids.length === BATCH_SIZE ? {} : { stage: 'lists' })
}

async function eraseFromLists(job: Job, { number }: ErasedPerson): Promise<End> {
  const { companyId, state } = job
  for (const { id } of await everyRow(companyId, CONTACT_LISTS)) {
    const item = number ? await findItem(companyId, id, number) : undefined
    if (item) await deleteItem(companyId, item.id)
  }
  for (const id of await removeSchedulesOf(companyId, state.contactId))
    await publish(companyId, 'schedule', { action: 'delete', scheduleId: id })
  await removeKeys(number ? numberVariants(number).map(each => numberCheckKey(companyId, each)) : [])
  await forgetName(companyId, state.contactId)
  return next(job, { stage: 'campaigns', from: null })
}

async function eraseFromCampaigns(job: Job, person: ErasedPerson): Promise<End> {
  const { companyId, state } = job
  const connectionIds = (await listWhatsapps(companyId)).map(({ id }) => id)
  const page = await pageOfCampaigns(companyId, {
    searchParam: '',
    limit: BATCH_SIZE,
    ...(state.from === null ? {} : { cursor: state.from }),
  })
  for (const campaign of page.rows) await eraseRecipient(campaign, person, connectionIds)
  if (page.nextCursor) return next(job, { from: page.nextCursor })
  await clearAwaitedAnswers(companyId, person, connectionIds)
  return next(job, { stage: 'deliveries', from: null, target: 0 })
}

async function eraseWebhookDeliveries(job: Job, { number }: ErasedPerson): Promise<End> {
  const { companyId, state } = job
  const rows = await Promise.all([everyRow(companyId, WEBHOOKS), everyRow(companyId, INTEGRATIONS)])
  const target = rows.flat()[state.target]
  if (!target) return next(job, { stage: 'contact', from: null })
  const texts = [state.contactId, ...(number ? numberVariants(number) : [])]
  const from = await removeWebhookDeliveriesWith(companyId, target.id, texts, state.from)
  return next(job, from ? { from } : { from: null, target: state.target + 1 })
}

async function eraseContact(job: Job, { number, picture }: ErasedPerson): Promise<End> {
  const { companyId, state, user } = job
  const { contactId } = state
  // They wrote meanwhile.
  const again = next(job, { stage: 'tickets' })
  if ((await linkedTickets(companyId, contactSource(contactId), { limit: 1, consistent: true })).length > 0)
    return again
  try {
    await deleteContact(companyId, contactId, user, { erasing: true })
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_CONTACT_HAS_TICKET') return again
    throw error
  }
  await publish(companyId, 'contact', { action: 'delete', contactId })
  // A person who writes again is a new contact, and may show the same picture.
  const known = picture && number ? await findContactByNumber(companyId, number) : undefined
  if (picture && known?.picture !== picture) await removeObjects([picture])
  return next(job, { person: null })
}
