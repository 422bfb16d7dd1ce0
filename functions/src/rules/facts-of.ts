import type { RuleEvent } from '@balcao/shared/entities/rule-event.ts'
import type { GoalKind } from '@balcao/shared/entities/ticket-goal.ts'
import { timeOfPlace } from '@balcao/shared/message-place.ts'
import type { RuleFacts } from '@balcao/shared/rules/automation/decide-rules.ts'
import { guessLanguage } from '@balcao/shared/rules/automation/guess-language.ts'
import { callingCodeOf } from '@balcao/shared/rules/calling-code.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { schedulesOf } from '@balcao/shared/rules/schedules-of.ts'
import { isWithinHours } from '@balcao/shared/rules/working-hours.ts'
import { getContact } from '../data/contacts/contact-row.ts'
import { fieldsAround } from '../data/fields/fields-around.ts'
import { getHead } from '../data/orders/budget.ts'
import { getMessage } from '../data/tickets/message.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { configurationOf } from '../messaging/configuration.ts'

/** Characters of a message that conditions look at: facts are stored with the event. */
const MAX_WORDS = 1000

/** Subject of an event, beside its ticket. */
type About = {
  event: RuleEvent
  messageId?: string | undefined
  orderId?: string | undefined
  tagId?: string | undefined
  goal?: GoalKind | undefined
  /** Custom fields that rules look at. */
  fieldIds?: readonly string[] | undefined
  /** True if rules look at the tags of the contact itself. */
  contactTags?: boolean | undefined
}

/**
 * Returns what rules may ask about an event, as its ticket is now; without a message of its own the
 * words are the contact's last ones, and of an event about a tag the tag is that one.
 */
export async function factsOf(
  ticket: TicketRow,
  { event, messageId, orderId, tagId, goal, fieldIds = [], contactTags = false }: About,
  now: number,
): Promise<RuleFacts> {
  const { companyId, contact, referral } = ticket
  const [configuration, message, order, fields, owner] = await Promise.all([
    configurationOf(companyId, ticket.whatsapp.id),
    messageId === undefined ? undefined : getMessage(companyId, messageId),
    orderId === undefined ? undefined : getHead(companyId, orderId, true),
    fieldIds.length === 0 ? undefined : fieldFacts(ticket, fieldIds),
    contactTags ? getContact(companyId, contact.id) : undefined,
  ])
  const words = message?.body ?? ticket.customerWords?.text ?? (ticket.lastMessageFromMe ? null : ticket.lastMessage)
  const queueId = ticket.queue?.id ?? null
  const isOpen =
    !configuration ||
    isWithinHours(schedulesOf(configuration, queueId), now, configuration.settings.timezone, configuration.holidays)
  return {
    event,
    queue: queueId,
    connection: ticket.whatsapp.id,
    user: ticket.user?.id ?? null,
    status: ticket.status,
    priority: ticket.priority ?? 'none',
    hours: isOpen ? 'open' : 'closed',
    language: (words && guessLanguage(words)) || null,
    country: ticket.isGroup || contact.channel ? null : callingCodeOf(contact.number),
    orderStatus: order?.status?.id ?? null,
    goal: goal ?? null,
    tag: tagId === undefined ? ticket.tags.map(({ id }) => id) : [tagId],
    ...(contactTags ? { contactTag: [...(owner?.tags ?? [])] } : {}),
    words: words ? cutText(words, MAX_WORDS) : null,
    origin: referral ? [referral.headline, referral.body, referral.sourceUrl].filter(Boolean).join(' ') : null,
    contactName: contact.name,
    orderValue: order ? order.total / 100 : null,
    rating: ticket.rating,
    idleMinutes: ticket.last ? Math.floor((now - timeOfPlace(ticket.last.place)) / 60_000) : null,
    ...(fields ? { fields } : {}),
  }
}

/** Returns the values of these custom fields of a ticket, its contact and their customer. */
async function fieldFacts(ticket: TicketRow, fieldIds: readonly string[]): Promise<Record<string, string | number>> {
  const facts = await fieldsAround(ticket, fieldIds)
  return Object.fromEntries(
    facts.flatMap(({ field, value }) => {
      if (value === undefined) return []
      return [[field.id, typeof value === 'boolean' ? String(value) : value]]
    }),
  )
}
