import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { nextOccurrence } from '@balcao/shared/rules/next-occurrence.ts'
import { isSendable } from '@balcao/shared/rules/templates/sending-components.ts'
import { currentConnection } from '../../data/channels/current-connection.ts'
import type { TemplateRow } from '../../data/channels/template.ts'
import type { WhatsappRow } from '../../data/channels/whatsapp.ts'
import { planOf, silencedBy } from '../../data/company/company.ts'
import { countMonthlyUse } from '../../data/company/monthly-use.ts'
import { getSettings } from '../../data/company/setting.ts'
import { requireContact } from '../../data/contacts/contact.ts'
import { getContact } from '../../data/contacts/contact-row.ts'
import {
  getSchedule,
  newSchedule,
  type ScheduleRow,
  scheduleChange,
  scheduleTimer,
} from '../../data/content/schedule.ts'
import { retryUntilWritten, transact, type Write } from '../../data/table/transact.ts'
import { getUser, type UserRow } from '../../data/team/user.ts'
import { liveTicketsOfContacts, viewerOfUser } from '../../data/tickets/contact-access.ts'
import { sees } from '../../data/tickets/ticket-list.ts'
import { armTimer, timerWrite } from '../../data/timers/timer.ts'
import { fieldVariables } from '../../messaging/field-variables.ts'
import { fillText } from '../../messaging/fill-text.ts'
import { publishSchedule } from '../../messaging/publish-schedule.ts'
import { requireMedia } from '../../messaging/require-media.ts'
import { connectionOfSchedule, isOutsideWindow, scheduleContent } from '../../messaging/schedule-content.ts'
import { templateFor } from '../../messaging/template-content.ts'
import { whatsappMessageId } from '../../messaging/whatsapp-message-id.ts'
import { writeToContact } from '../../messaging/write-to-contact.ts'

type ScheduleTimer = Extract<Timer, { type: 'sendSchedule' }>

const MINUTE = 60_000

/** Milliseconds after which an unsent scheduled message is not sent any more. */
export const SCHEDULE_LIMIT = 24 * 60 * MINUTE

/** Lateness (ms) up to which it is checked each minute; after that, every five. */
const SOON = 15 * MINUTE

/**
 * Sends a scheduled message, once. Message, status, the next time of a recurring one and its timer
 * are one transaction, on condition of the row that was read: a second timer finds it ended, a
 * process that dies has done all of it or nothing, and one that was edited or deleted meanwhile is
 * read anew. A message that cannot be sent (connection down, unpaid) is not written into the ticket
 * before it can, so it is never sent later than `SCHEDULE_LIMIT` after its time: it shows what it
 * waits for, and then fails. One whose connection was deleted does not wait: it is sent over the
 * replacement, or fails at once and keeps its recurrence for a person who gives it another
 * connection. The same holds for one whose template is gone or paused (decision 0072), or whose
 * file the connection does not send.
 */
export function sendSchedule(timer: ScheduleTimer, now: number): Promise<void> {
  return retryUntilWritten(() => sendOnce(timer, now))
}

async function sendOnce({ companyId, scheduleId, sendAt }: ScheduleTimer, now: number): Promise<void> {
  const stored = await getSchedule(companyId, scheduleId, true)
  // Ended, deleted, or moved to another time, which has a timer of its own.
  if (stored?.status !== 'PENDENTE' || stored.sendAt !== sendAt) return
  const schedule = await withPresentConnection(stored)
  const contact = await getContact(companyId, schedule.contactId)
  if (!contact) return fail(schedule, 'ERR_NO_CONTACT_FOUND', [])
  const next = await nextTime(schedule, now)
  const user = schedule.byPrompt ? undefined : await getUser(companyId, schedule.user.id)
  if (!schedule.byPrompt && (await isHiddenFromAuthor(schedule)))
    return user ? fail(schedule, 'ERR_NO_PERMISSION', next) : failForGood(schedule, 'ERR_NO_USER_FOUND')
  if (contact.blocked) return fail(schedule, 'ERR_CONTACT_BLOCKED', next)
  const found = await wayOut(schedule, user)
  if (isGone(found)) return failForGood(schedule, found)
  const isLate = now >= sendAt + SCHEDULE_LIMIT
  if (typeof found === 'string') return isLate ? fail(schedule, found, next) : wait(schedule, found, now)
  if (isLate) return fail(schedule, 'ERR_SEND_TIMED_OUT', next)
  const [template, unfit] = await Promise.all([templateOver(found, schedule), unfitFile(found, schedule)])
  if (typeof template === 'string') return failForGood(schedule, template)
  if (unfit) return failForGood(schedule, unfit)
  if (!template && (await isOutsideWindow(schedule, found, now))) return fail(schedule, 'ERR_OUTSIDE_WINDOW', next)
  const settings = await getSettings(companyId)
  const sender = { id: schedule.user.id, name: user?.name ?? schedule.user.name }
  const id = whatsappMessageId(found.id, 'schedule', scheduleId, String(sendAt))
  const more = await fieldVariables({ companyId, contact }, schedule)
  let sent: ScheduleRow | undefined
  try {
    await writeToContact(
      companyId,
      found,
      contact,
      () => requireContact(companyId, contact.id),
      ticket => {
        const ended = { status: 'ENVIADA', sentAt: now, ticketId: ticket.id, sentAs: id } as const
        const { schedule: after, write } = scheduleChange(schedule, { ...ended, reason: null, recurrence: 'none' })
        sent = after
        const fill = (text: string) => fillText(text, { ...ticket, user: sender }, settings, now, more)
        return {
          content: scheduleContent(schedule, template, fill),
          ...authorOf(schedule, sender),
          scheduleId,
          whatsappMessageId: id,
          extra: [write, ...next.flatMap(({ writes }) => writes)],
        }
      },
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The contact was deleted since it was read.
    if (error.code === 'ERR_NO_CONTACT_FOUND') return fail(schedule, error.code, [])
    if (['ERR_TEMPLATE_VARIABLES', 'ERR_OUTSIDE_WINDOW', 'ERR_CONTACT_BLOCKED'].includes(error.code))
      return fail(schedule, error.code, next)
    throw error
  }
  if (sent) await publishScheduleEnded(sent, next)
}

/** Returns who sends it: a user, or an AI agent. */
const authorOf = ({ byPrompt }: ScheduleRow, sender: UserRef) =>
  byPrompt
    ? ({ origin: 'machine', bot: { kind: 'prompt', ...sender } } as const)
    : ({ origin: 'attendant', user: sender } as const)

/** Returns the schedule's template, if it has one, or why it cannot be sent over the connection. */
async function templateOver(
  connection: WhatsappRow,
  { templateId }: ScheduleRow,
): Promise<TemplateRow | ErrorCode | undefined> {
  if (templateId === null) return undefined
  try {
    const template = await templateFor(connection, templateId)
    if (template.status !== 'APPROVED') return 'ERR_TEMPLATE_NOT_APPROVED'
    // It may have been edited at Meta since.
    return isSendable(template.components) ? template : 'ERR_TEMPLATE_KIND'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/**
 * Returns why the connection cannot send the schedule's file: it was planned over another one, with
 * other limits.
 */
async function unfitFile({ companyId, id }: WhatsappRow, { media }: ScheduleRow): Promise<ErrorCode | undefined> {
  try {
    if (media) await requireMedia(companyId, id, [media])
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** Returns the schedule with the replacement of its connection, if that was deleted. */
async function withPresentConnection(schedule: ScheduleRow): Promise<ScheduleRow> {
  const { companyId, whatsappId } = schedule
  const present = whatsappId ? await currentConnection(companyId, whatsappId) : undefined
  return present ? { ...schedule, whatsappId: present.id } : schedule
}

const GONE = ['ERR_NO_WAPP_FOUND', 'ERR_NO_DEF_WAPP_FOUND'] as const

/** Returns whether there is no connection to send over, however long it waits. */
const isGone = (found: WhatsappRow | ErrorCode): found is (typeof GONE)[number] => GONE.some(code => code === found)

/**
 * Returns whether its author may not see the conversation any more. A ticket without user and queue
 * hinders nothing: an earlier occurrence of the same schedule opens such a one.
 */
async function isHiddenFromAuthor({ companyId, contactId, user }: ScheduleRow): Promise<boolean> {
  const [author, live] = await Promise.all([
    viewerOfUser(companyId, user.id),
    liveTicketsOfContacts(companyId, [contactId]),
  ])
  return live.some(ticket => (ticket.queue ?? ticket.user) !== null && !sees(author, ticket))
}

type Next = ReturnType<typeof newSchedule>[]

/**
 * Returns the next time of a recurring schedule: the first that is not too late by now. It counts
 * towards this month, and is created even where the month's limit is reached: a promise to a
 * contact must not end halfway.
 */
async function nextTime(schedule: ScheduleRow, now: number): Promise<Next> {
  const { companyId, body, contactId, media, whatsappId, user, recurrence, firstAt } = schedule
  const { templateId, templateVariables } = schedule
  const { timezone } = await getSettings(companyId)
  const sendAt = nextOccurrence(firstAt, recurrence, Math.max(schedule.sendAt, now - SCHEDULE_LIMIT), timezone)
  if (sendAt === null) return []
  const next = newSchedule(companyId, {
    ...{ body, contactId, media, whatsappId, user, recurrence, firstAt, sendAt },
    ...{ templateId, templateVariables },
  })
  return [{ ...next, writes: [...next.writes, await countMonthlyUse(companyId, 'schedules', 1, null)] }]
}

/** Returns the connection to send over now, or the reason why it cannot be sent. */
async function wayOut(schedule: ScheduleRow, user: UserRow | undefined): Promise<WhatsappRow | ErrorCode> {
  const { companyId } = schedule
  try {
    const silence = user?.super ? undefined : await silencedBy(companyId)
    if (silence) return silence
    if (!(await planOf(companyId)).useSchedules) return 'ERR_PLAN_FEATURE'
    const connection = await connectionOfSchedule(schedule, user)
    return connection.status === 'CONNECTED' ? connection : 'ERR_WAPP_NOT_INITIALIZED'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/**
 * Stores what it waits for, and arms the next check. Checks are counted from its own time, so that
 * two timers become one.
 */
async function wait(schedule: ScheduleRow, reason: ErrorCode, now: number): Promise<void> {
  const late = now - schedule.sendAt
  const pause = late < SOON ? MINUTE : 5 * MINUTE
  const again = Math.min(SCHEDULE_LIMIT, (Math.floor(late / pause) + 1) * pause)
  const timer = scheduleTimer(schedule, schedule.sendAt + again)
  if (schedule.reason === reason) return armTimer(timer)
  const { schedule: after, write } = scheduleChange(schedule, { reason })
  await transact([write, timerWrite(timer)])
  await publishSchedule(after, 'update')
}

async function fail(schedule: ScheduleRow, reason: ErrorCode, next: Next): Promise<void> {
  const { schedule: after, write } = scheduleChange(schedule, { status: 'ERRO', reason, recurrence: 'none' })
  const writes: Write[] = [write, ...next.flatMap(({ writes }) => writes)]
  await transact(writes)
  await publishScheduleEnded(after, next)
}

/**
 * Fails the schedule but keeps its recurrence, since nothing recovers by itself: with another
 * connection, or another user, it continues from there.
 */
async function failForGood(schedule: ScheduleRow, reason: ErrorCode): Promise<void> {
  const { schedule: after, write } = scheduleChange(schedule, { status: 'ERRO', reason })
  await transact([write])
  await publishSchedule(after, 'update')
}

async function publishScheduleEnded(schedule: ScheduleRow, next: Next): Promise<void> {
  await Promise.all([
    publishSchedule(schedule, 'update'),
    ...next.map(({ schedule: following }) => publishSchedule(following, 'create')),
  ])
}
