import { mayAccess } from '@balcao/shared/access.ts'
import type { Action } from '@balcao/shared/entities/macro.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { messageId } from '@balcao/shared/ids.ts'
import { snoozeMoment } from '@balcao/shared/rules/snooze-moment.ts'
import { takeMail } from '../data/actions/action-mail.ts'
import { requireActiveWebhook } from '../data/automation/webhook.ts'
import { newWebhookDelivery } from '../data/automation/webhook-delivery.ts'
import { eventBody, externalTicket } from '../data/automation/webhook-event.ts'
import { recentCompany } from '../data/company/company.ts'
import { readSettings } from '../data/company/setting.ts'
import { shownFields } from '../data/fields/field-values.ts'
import { transact } from '../data/table/transact.ts'
import { type Changed, ticketExists } from '../data/tickets/ticket.ts'
import { noteWrite } from '../data/tickets/ticket-note.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { addTag, removeTag } from '../data/tickets/ticket-tags.ts'
import { enqueueMail } from '../messaging/enqueue.ts'
import { FAREWELL_MS } from '../messaging/farewell.ts'
import { fieldVariables } from '../messaging/field-variables.ts'
import { fillText } from '../messaging/fill-text.ts'
import { publishNote, publishTicket } from '../messaging/publish-ticket.ts'
import { snoozeTicket } from '../messaging/snooze-ticket.ts'
import { type TicketUpdate, transitionTicket } from '../messaging/transition-ticket.ts'
import type { Acted, ActionContext, StepContext } from './action-context.ts'
import { notify } from './notify.ts'
import { reply } from './reply.ts'
import { requireVoice } from './require-voice.ts'

type Of<Type extends Action['type']> = Extract<Action, { type: Type }>

const acted = ({ before, ticket }: Changed): Acted => (before === ticket ? 'unchanged' : 'recorded')

/**
 * Carries out one action with the rights of whoever acts, by the function
 * that the screen's own call uses.
 * @throws the errors of that call
 */
export async function act(
  context: ActionContext,
  ticket: TicketRow,
  action: Action,
  step: StepContext,
): Promise<Acted> {
  switch (action.type) {
    case 'reply':
      return reply(context, ticket, action, step)
    case 'note':
      return note(context, ticket, action, step)
    case 'tag':
    case 'untag':
      return tag(context, ticket, action, step)
    case 'queue':
      return ticket.queue?.id === action.queueId && ticket.status !== 'closed'
        ? 'unchanged'
        : move(context, ticket, { queueId: action.queueId }, step)
    case 'assign':
      return assign(context, ticket, action, step)
    case 'priority':
      return priority(context, ticket, action, step)
    case 'snooze':
      return snooze(context, ticket, action, step)
    case 'resolve': {
      const { seenContactMessage } = context
      return move(context, ticket, { status: 'closed', sendFarewell: action.farewell, seenContactMessage }, step)
    }
    case 'webhook':
      return webhook(context, ticket, action, step)
    case 'email':
      return email(context, ticket, action, step)
    case 'notify':
      return notify(context, ticket, action, step)
  }
}

async function note({ companyId, by }: ActionContext, ticket: TicketRow, { text }: Of<'note'>, step: StepContext) {
  const more = await fieldVariables(ticket, text)
  const filled = fillText(text, ticket, await readSettings(companyId), Date.now(), more)
  const { note: made, write } = noteWrite(companyId, {
    id: await messageId(ticket.id, step.key, step.startedAt),
    note: filled,
    ticketId: ticket.id,
    contactId: ticket.contact.id,
    user: by.kind === 'user' ? by.user : by.rule,
  })
  await transact([write, ticketExists(companyId, ticket.id), ...step.record({ type: 'note', noteId: made.id })], {
    ticket: 'ERR_NO_TICKET_FOUND',
  })
  await publishNote(ticket, made)
  return 'recorded' as const
}

async function tag(
  { companyId, by }: ActionContext,
  ticket: TicketRow,
  { type, tagId }: Of<'tag' | 'untag'>,
  step: StepContext,
) {
  const change = type === 'tag' ? addTag : removeTag
  const changed = await change(companyId, ticket, tagId, by.viewer, tags => step.record({ type: 'tags', ...tags }))
  if (changed.ticket !== changed.before) await publishTicket(changed.ticket, changed.before)
  return acted(changed)
}

/** Moves a ticket by a transition, and records where it was. */
async function move({ by }: ActionContext, ticket: TicketRow, update: TicketUpdate, step: StepContext) {
  const sends = update.status === 'closed' && update.sendFarewell
  const changed = await transitionTicket(by, ticket, update, ({ status, user, queue }, after) =>
    step.record({
      type: 'place',
      before: { status, userId: user?.id ?? null, queueId: queue?.id ?? null },
      after: { status: after.status, userId: after.userId, queueId: after.queueId },
      ...(sends ? { farewellAt: Date.now() + FAREWELL_MS } : {}),
    }),
  )
  return acted(changed)
}

async function assign(context: ActionContext, ticket: TicketRow, { userId: given }: Of<'assign'>, step: StepContext) {
  const userId = given ?? context.by.user?.id
  if (userId === undefined) throw new AppError('ERR_NO_USER_FOUND')
  if (ticket.status === 'closed') throw new AppError('ERR_TICKET_STATUS')
  if (ticket.status === 'open' && ticket.user?.id === userId) return 'unchanged'
  const accepts = ticket.status === 'pending' && userId === context.by.user?.id
  const queueId = ticket.queue?.id ?? null
  return move(context, ticket, { status: 'open', userId, ...(accepts ? {} : { queueId }) }, step)
}

async function priority({ by }: ActionContext, ticket: TicketRow, action: Of<'priority'>, step: StepContext) {
  const to = action.priority
  return acted(
    await transitionTicket(by, ticket, { priority: to }, ({ priority: before = 'none' }) =>
      step.record({ type: 'priority', before, after: to }),
    ),
  )
}

async function snooze(
  { companyId, by, seenContactMessage }: ActionContext,
  ticket: TicketRow,
  { until: given }: Of<'snooze'>,
  step: StepContext,
) {
  const until = snoozeMoment(given, step.startedAt, (await readSettings(companyId)).timezone)
  return acted(
    await snoozeTicket(by, ticket, { until, seenContactMessage }, ({ snoozedUntil }) =>
      step.record({ type: 'snooze', before: snoozedUntil ?? null, after: until }),
    ),
  )
}

/** Sends the ticket to a webhook; of people only admins may. */
async function webhook({ companyId, by }: ActionContext, ticket: TicketRow, action: Of<'webhook'>, step: StepContext) {
  if (by.viewer && !mayAccess('admin', by.viewer)) throw new AppError('ERR_NO_PERMISSION')
  const { id: targetId } = await requireActiveWebhook(companyId, action.webhookId)
  const by_ = by.kind === 'user' ? { user: by.user } : { rule: by.rule }
  const fields = await shownFields(companyId, ticket.fields)
  const body = eventBody('action', { ticket: externalTicket(ticket, fields), by: by_ })
  const { writes } = newWebhookDelivery(companyId, { target: 'webhook', targetId, event: 'action', body })
  await transact([...writes, ...step.record()])
  return 'recorded' as const
}

/**
 * Sends an e-mail; of people only admins may. It is enqueued before it is recorded, so that it is
 * not lost, under an id by which it is sent once.
 */
async function email(context: ActionContext, ticket: TicketRow, action: Of<'email'>, step: StepContext) {
  const { companyId, by } = context
  if (by.viewer && !mayAccess('admin', by.viewer)) throw new AppError('ERR_NO_PERMISSION')
  await requireVoice(context)
  const now = Date.now()
  const [settings, company] = await Promise.all([readSettings(companyId), recentCompany(companyId)])
  const words = [action.subject, action.text]
  const more = await fieldVariables(ticket, words)
  const [subject, text] = words.map(each => fillText(each, ticket, settings, now, more))
  if (!(await takeMail(companyId, now))) throw new AppError('ERR_ACTION_MAILS_SPENT')
  await enqueueMail({
    type: 'action',
    id: await messageId(ticket.id, step.key, step.startedAt),
    to: action.to,
    subject: subject!,
    text: text!,
    company: company?.name ?? '',
  })
  await transact(step.record())
  return 'recorded' as const
}
