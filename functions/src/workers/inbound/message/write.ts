import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import { createTicket, lastContactAtOf, storeMessage } from '../../../data/tickets/ticket.ts'
import { NO_BOT, type TicketRow } from '../../../data/tickets/ticket-row.ts'
import type { PlannedMessage, Written, WrittenMessage } from './message-state.ts'
import { StateChanged } from './renew-stale.ts'

/**
 * Writes everything that was planned, all or nothing; undefined when the message is stored already.
 * @throws `StateChanged` when the state it was decided on has changed
 */
export async function write(planned: PlannedMessage): Promise<WrittenMessage | undefined> {
  const written = await (planned.plan.use === 'create' ? intoNewTicket(planned) : intoTicket(planned))
  return written && { ...planned, written }
}

async function intoNewTicket({ message, contact, configuration, plan }: PlannedMessage): Promise<Written | undefined> {
  const { ticketId, incoming, unread, changes, extraWrites, answers, logs } = plan
  const { id, name } = configuration.connection
  const created = await createTicket(
    message.companyId,
    {
      id: ticketId,
      contact,
      whatsapp: { id, name },
      queue: changes.queue ?? null,
      user: null,
      status: 'pending',
      menu: changes.menu ?? null,
      chatbot: changes.chatbot ?? false,
      useIntegration: changes.useIntegration ?? false,
      integrationId: changes.integrationId ?? null,
      promptId: changes.promptId ?? null,
      lastContactAt: changes.lastContactAt ?? (await lastContactAt(message, contact)),
      windowUntil: changes.windowUntil ?? undefined,
      referral: changes.referral ?? null,
    },
    // The ticket is not created closed: closing is a step of its own.
    {
      message: incoming,
      unread,
      extra: extraWrites,
      following: answers,
      asksForIndex: true,
      logs: logs.filter(({ type }) => type !== 'closed'),
    },
  )
  if (created.outcome === 'duplicate') return undefined
  if (created.outcome === 'exists') throw new StateChanged()
  return { before: undefined, ticket: created.ticket, message: created.message!, logs: created.logs }
}

/**
 * A message by the metaPage itself begins a ticket too, and does not show when its customer last
 * wrote.
 */
const lastContactAt = ({ companyId, connectionId, chat }: InboundMessage, contact: ContactRow) =>
  chat.scoped ? lastContactAtOf(companyId, connectionId, contact.id) : null

/** Changes that every message makes, whatever was decided. */
const ALONE: ReadonlySet<string> = new Set(['expiryAt', 'lastContactAt', 'windowUntil', 'referral', 'contact'])

async function intoTicket({ ticket, plan }: PlannedMessage): Promise<Written | undefined> {
  const decidedOn = ticket!
  const isReopened = plan.use === 'reopen'
  const reopened = isReopened ? { status: 'pending' as const, user: null, chatbot: false, menu: null, ...NO_BOT } : {}
  const closed = plan.closes ? { status: 'closed' as const, abandoned: false } : {}
  const set = { ...reopened, ...plan.changes, ...closed }
  const matters = Object.keys(set).some(name => !ALONE.has(name))
  const done = await storeMessage(decidedOn, plan.incoming, {
    unread: plan.unread,
    set(now) {
      if (matters && snapshotOf(now) !== snapshotOf(decidedOn)) throw new StateChanged()
      return set
    },
    logs: [...(isReopened ? [{ type: 'reopen' as const, queue: decidedOn.queue }] : []), ...plan.logs],
    extra: plan.extraWrites,
    following: plan.answers,
    asksForIndex: true,
    evenClosed: isReopened || plan.use === 'rated',
  })
  if (done.outcome === 'duplicate') return undefined
  if (done.outcome !== 'stored') throw new StateChanged()
  return done
}

/** Returns the fields that a decision depends on, to detect whether they changed. */
export const snapshotOf = (ticket: TicketRow): string => {
  const { status, user, queue, menu, chatbot, rating, useIntegration, integrationId, promptId } = ticket
  return JSON.stringify([status, user?.id, queue?.id, menu, chatbot, rating, useIntegration, integrationId, promptId])
}
