import { RULE_EVENTS } from '@balcao/shared/entities/rule-event.ts'
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
import { type ErasedPerson, erasedPersonOf } from '../../../data/contacts/erased-person.ts'
import { removeMerges } from '../../../data/contacts/merge-row.ts'
import { numberCheckKey } from '../../../data/contacts/number-check.ts'
import { removeSchedulesOf } from '../../../data/content/schedule.ts'
import { removeDecisionsOfGoneTickets } from '../../../data/distribution/distribution-log.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { RULES } from '../../../data/rules/rule.ts'
import { removeRuleEventsOfGoneTickets, removeRunsOfGoneTickets } from '../../../data/rules/rule-run.ts'
import { removeKeys } from '../../../data/table/remove-keys.ts'
import { everyRow } from '../../../data/table/small-list.ts'
import { QUEUES } from '../../../data/team/queue.ts'
import { contactSource, linkedTickets, unlinkContact } from '../../../data/tickets/ticket-link.ts'
import { deleteTicket, removeTicketRows } from '../../../data/tickets/ticket-removal.ts'
import { removeObjects } from '../../../integrations/storage.ts'
import { publishTicketDeleted } from '../../../messaging/publish-ticket.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Count, StepEnd, Work } from '../run-step.ts'

type Job = JobRow<'contactErasure'>
type State = Job['state']
type End = StepEnd<'contactErasure'>

/** Tickets, or campaigns, of a step. */
const BATCH_SIZE = 25

/**
 * Erases everything about a person: tickets, also live ones, with messages, notes, logs and media;
 * what logs say of them; items of contact lists; their identity in campaigns; scheduled messages;
 * sent webhook deliveries; also by earlier numbers and those of merged contacts; and last the
 * contact itself, since everything is found through it. The figures of the dashboard and of
 * campaigns stay. Orders, contracts and the customer's register stay too: a company has to keep
 * them, and they are the customer's.
 */
export const contactErasure: Work<'contactErasure'> = {
  async step(job, count) {
    const { person, stage } = job.state
    if (!person) return { file: null }
    switch (stage) {
      case 'tickets':
        return eraseTickets(job, count)
      case 'logs':
        return eraseFromLogs(job)
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
  return next(job, ids.length === BATCH_SIZE ? {} : { stage: 'logs', from: null, target: 0 })
}

/** Erases what the logs of rules and of distribution say of the tickets, which are gone by now. */
async function eraseFromLogs(job: Job): Promise<End> {
  const { companyId, state } = job
  const [rules, queues] = await Promise.all([everyRow(companyId, RULES), everyRow(companyId, QUEUES)])
  const logs = [
    ...rules.map(
      ({ id }) =>
        (from: string | null) =>
          removeRunsOfGoneTickets(companyId, id, from),
    ),
    ...RULE_EVENTS.map(event => (from: string | null) => removeRuleEventsOfGoneTickets(companyId, event, from)),
    ...queues.map(
      ({ id }) =>
        (from: string | null) =>
          removeDecisionsOfGoneTickets(companyId, id, from),
    ),
  ]
  let { from, target } = state
  // Most logs are empty, or have one page.
  for (let pages = 0; pages < BATCH_SIZE && target < logs.length; pages++) {
    from = await logs[target]!(from)
    if (from === null) target++
  }
  return next(job, target < logs.length ? { from, target } : { stage: 'lists', from: null, target: 0 })
}

async function eraseFromLists(job: Job, person: ErasedPerson): Promise<End> {
  const { companyId, state } = job
  const numbers = numbersOf(person)
  for (const { id } of await everyRow(companyId, CONTACT_LISTS))
    for (const number of numbers) {
      const item = await findItem(companyId, id, number)
      if (item) await deleteItem(companyId, item.id)
    }
  for (const id of await removeSchedulesOf(companyId, state.contactId))
    await publish(companyId, 'schedule', { action: 'delete', scheduleId: id })
  await removeKeys(numbers.flatMap(numberVariants).map(each => numberCheckKey(companyId, each)))
  for (const id of contactsOf(state, person)) await forgetName(companyId, id)
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
  const identities = identitiesOf(person)
  for (const campaign of page.rows)
    for (const identity of identities) await eraseRecipient(campaign, identity, connectionIds)
  if (page.nextCursor) return next(job, { from: page.nextCursor })
  for (const identity of identities) await clearAwaitedAnswers(companyId, identity, connectionIds)
  return next(job, { stage: 'deliveries', from: null, target: 0 })
}

async function eraseWebhookDeliveries(job: Job, person: ErasedPerson): Promise<End> {
  const { companyId, state } = job
  const rows = await Promise.all([everyRow(companyId, WEBHOOKS), everyRow(companyId, INTEGRATIONS)])
  const target = rows.flat()[state.target]
  if (!target) return next(job, { stage: 'contact', from: null })
  const texts = [...contactsOf(state, person), ...numbersOf(person).flatMap(numberVariants)]
  const from = await removeWebhookDeliveriesWith(companyId, target.id, texts, state.from)
  return next(job, from ? { from } : { from: null, target: state.target + 1 })
}

async function eraseContact(job: Job, person: ErasedPerson): Promise<End> {
  const { companyId, state, user } = job
  const { contactId } = state
  const { picture, merged = [], merges = [] } = person
  const contact = await getContact(companyId, contactId, true)
  // They wrote, got another number, or were merged with another contact meanwhile.
  const again = next(job, { stage: 'tickets', ...(contact ? { person: erasedPersonOf(contact) } : {}) })
  if (contact && isOtherPerson(erasedPersonOf(contact), person)) return again
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
  const known = await Promise.all(numbersOf(person).map(number => findContactByNumber(companyId, number)))
  const pictures = [picture, ...merged.map(each => each.picture)].filter(each => each !== null)
  await removeObjects(pictures.filter(each => !known.some(other => other?.picture === each)))
  await removeMerges(companyId, merges)
  return next(job, { person: null })
}

const identitiesOf = ({ number, lid, others = [] }: ErasedPerson) => [{ number, lid }, ...others]

const numbersOf = (person: ErasedPerson): string[] =>
  identitiesOf(person).flatMap(({ number }) => (number ? [number] : []))

/** Returns the ids of the person's contact, and of those that were merged into it. */
const contactsOf = ({ contactId }: State, { merged = [] }: ErasedPerson): string[] => [
  contactId,
  ...merged.map(({ id }) => id),
]

/** Returns whether a contact is known by something that was not searched for. */
const isOtherPerson = (now: ErasedPerson, searched: ErasedPerson): boolean =>
  JSON.stringify([identitiesOf(now), now.merged, now.merges]) !==
  JSON.stringify([identitiesOf(searched), searched.merged ?? [], searched.merges ?? []])
