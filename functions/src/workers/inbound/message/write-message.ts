import type { MessageRow } from '../../../data/tickets/message-row.ts'
import { type Changed, createTicket, lastContactAtOf, storeMessage } from '../../../data/tickets/ticket.ts'
import { NO_BOT, type TicketRow } from '../../../data/tickets/ticket-row.ts'
import type { PipelineContext, Plan } from './plan-writes.ts'
import { StateChanged } from './read-state.ts'

export type Written = {
  before: TicketRow | undefined
  ticket: TicketRow
  message: MessageRow
  logs: Changed['logs']
}

/**
 * Writes everything that was planned, all or nothing.
 * @throws `Moved` when the state it was decided on has changed
 */
export const writeMessage = (plan: Plan, context: PipelineContext): Promise<Written | 'duplicate'> =>
  plan.use === 'create' ? intoNewTicket(plan, context) : intoTicket(plan, context)

async function intoNewTicket(
  { ticketId, incoming, unread, set, extra, answers, logs }: Plan,
  { message, met: sender, configuration }: PipelineContext,
): Promise<Written | 'duplicate'> {
  const { id, name } = configuration.connection
  const made = await createTicket(
    message.companyId,
    {
      id: ticketId,
      contact: sender.contact,
      whatsapp: { id, name },
      queue: set.queue ?? null,
      user: null,
      status: 'pending',
      menu: set.menu ?? null,
      chatbot: set.chatbot ?? false,
      useIntegration: set.useIntegration ?? false,
      integrationId: set.integrationId ?? null,
      promptId: set.promptId ?? null,
      lastContactAt: set.lastContactAt ?? (await lastContactAt(message, sender.contact)),
    },
    // The ticket is not created closed: closing is a step of its own.
    {
      message: incoming,
      unread,
      extra,
      said: answers,
      asksForIndex: true,
      logs: logs.filter(({ type }) => type !== 'closed'),
    },
  )
  if (made.outcome === 'duplicate') return 'duplicate'
  if (made.outcome === 'exists') throw new StateChanged()
  return { before: undefined, ticket: made.ticket, message: made.message!, logs: made.logs }
}

/**
 * A message by the metaPage itself begins a ticket too, and does not show when its customer last
 * wrote.
 */
const lastContactAt = (
  { companyId, connectionId, chat }: PipelineContext['message'],
  contact: PipelineContext['met']['contact'],
) => (chat.scoped ? lastContactAtOf(companyId, connectionId, contact.id) : null)

async function intoTicket(plan: Plan, { found: read }: PipelineContext): Promise<Written | 'duplicate'> {
  const decidedOn = read.ticket!
  const isReopened = plan.use === 'reopen'
  const reopened = isReopened ? { status: 'pending' as const, user: null, chatbot: false, menu: null, ...NO_BOT } : {}
  const closed = plan.close ? { status: 'closed' as const } : {}
  const set = { ...reopened, ...plan.set, ...closed }
  const matters = Object.keys(set).some(name => name !== 'expiryAt' && name !== 'lastContactAt')
  const done = await storeMessage(decidedOn, plan.incoming, {
    unread: plan.unread,
    set(now) {
      if (matters && snapshotOf(now) !== snapshotOf(decidedOn)) throw new StateChanged()
      return set
    },
    logs: [...(isReopened ? [{ type: 'reopen' as const, queue: decidedOn.queue }] : []), ...plan.logs],
    extra: plan.extra,
    said: plan.answers,
    asksForIndex: true,
    evenClosed: isReopened || plan.use === 'rated',
  })
  if (done.outcome === 'duplicate') return 'duplicate'
  if (done.outcome !== 'stored') throw new StateChanged()
  return done
}

/** Returns the fields that a decision depends on, to detect whether they changed. */
export const snapshotOf = (ticket: TicketRow): string => {
  const { status, user, queue, menu, chatbot, rating, useIntegration, integrationId, promptId } = ticket
  return JSON.stringify([status, user?.id, queue?.id, menu, chatbot, rating, useIntegration, integrationId, promptId])
}
