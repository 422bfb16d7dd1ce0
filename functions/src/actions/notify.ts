import type { Action } from '@balcao/shared/entities/macro.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { messageId } from '@balcao/shared/ids.ts'
import { maySeeTicket } from '@balcao/shared/rules/ticket-visibility.ts'
import { readSettings } from '../data/company/setting.ts'
import { retryUntilWritten, transact, transactInParts, WriteConflict } from '../data/table/transact.ts'
import { requireQueue } from '../data/team/queue.ts'
import { getUser, listUsers, type UserRow } from '../data/team/user.ts'
import { type NewNotice, newNotice, readersOf } from '../data/tickets/notice.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { fieldVariables } from '../messaging/field-variables.ts'
import { fillText } from '../messaging/fill-text.ts'
import { publishNotice } from '../notices/publish-notice.ts'
import { visibilityOf } from '../realtime/ticket-visibility.ts'
import type { Acted, ActionContext, StepContext } from './action-context.ts'

type Notify = Extract<Action, { type: 'notify' }>

/** Notices of one transaction, beside the write that records the step. */
const BATCH = 90

/**
 * Puts a notice into the bell of a user, or of everybody in a queue but whoever runs it. Only those
 * who may see the ticket get it; its id comes from the step, so each has it once.
 * @throws ERR_NO_USER_FOUND, ERR_NO_QUEUE_FOUND, ERR_MENTION_UNSEEN when nobody would see it
 */
export async function notify(
  { companyId, by }: ActionContext,
  ticket: TicketRow,
  action: Notify,
  step: StepContext,
): Promise<Acted> {
  const userIds = (await notified(companyId, action))
    .filter(user => maySeeTicket({ ...user, userId: user.id }, visibilityOf(ticket)))
    .map(({ id }) => id)
    .filter(id => action.userId !== undefined || id !== by.user?.id)
  if (userIds.length === 0) throw new AppError('ERR_MENTION_UNSEEN')
  const more = await fieldVariables(ticket, action.text)
  const given: NewNotice = {
    id: await messageId(ticket.id, step.key, step.startedAt),
    kind: 'notify',
    ticketId: ticket.id,
    by: by.kind === 'user' ? { id: by.user.id, name: by.user.name } : by.rule,
    text: fillText(action.text, ticket, await readSettings(companyId), Date.now(), more),
  }
  let had = new Map<string, boolean>()
  const notice = await retryUntilWritten(
    async () => {
      const missing = userIds.filter(userId => !had.has(userId))
      const { notice, writes } = newNotice(companyId, given, missing)
      try {
        await transactInParts(writes.slice(BATCH))
        await transact([...writes.slice(0, BATCH), ...step.record()])
      } catch (error) {
        // An earlier attempt of this step came so far.
        if (error instanceof WriteConflict) had = await readersOf(companyId, given.id, userIds)
        throw error
      }
      return notice
    },
    { labels: ['notice'] },
  )
  await publishNotice(
    ticket,
    notice,
    userIds.filter(userId => !had.get(userId)),
  )
  return 'recorded'
}

async function notified(companyId: string, { userId, queueId }: Notify): Promise<UserRow[]> {
  if (userId !== undefined) {
    const user = await getUser(companyId, userId)
    if (!user) throw new AppError('ERR_NO_USER_FOUND')
    return [user]
  }
  const queue = await requireQueue(companyId, queueId!)
  return (await listUsers(companyId)).filter(user => user.queueIds.includes(queue.id))
}
