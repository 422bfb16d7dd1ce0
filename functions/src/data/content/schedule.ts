/**
 * Scheduled messages. They grow with the business: one row each, ordered by sending time in an
 * index of the company. A change replaces exactly the version that was read, and arms the timer
 * that sends in its transaction. A timer has no effect if its row has another time by then, or was
 * deleted.
 */
import type { Recurrence, ScheduleStatus } from '@balcao/shared/entities/schedule.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import type { StoredMedia, Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { maySeeSchedule } from '@balcao/shared/rules/ticket-visibility.ts'
import { z } from 'zod'
import { type ContactRow, getContacts } from '../contacts/contact-row.ts'
import type { Range } from '../table/key-query.ts'
import { normalizeName } from '../table/normalize.ts'
import { definePackedRow, unchanged } from '../table/packed-row.ts'
import { each, fromQuery, type Page, type PageOptions, pageOf, type Source, weightOf } from '../table/page.ts'
import {
  put,
  type Refusals,
  remove,
  retryUntilWritten,
  transact,
  type Write,
  WriteConflict,
} from '../table/transact.ts'
import { type ContactVisibility, visibilityByContact } from '../tickets/contact-access.ts'
import { seesAll, type Viewer } from '../tickets/ticket-list.ts'
import { timerWrite } from '../timers/timer.ts'

/** Scheduled message as the server stores it. Times are epoch milliseconds. */
export type ScheduleRow = {
  companyId: string
  id: string
  version: number
  body: string
  contactId: string
  media: (StoredMedia & { key: string }) | null
  /** Null: the user's connection, otherwise the company's default, at the time of sending. */
  whatsappId: string | null
  /** User whose message it is, or the AI agent. */
  user: UserRef
  /** True for a message of an AI agent, to the contact of the conversation it made it in. */
  byPrompt?: boolean
  sendAt: number
  recurrence: Recurrence
  /** Template of an official number, sent in place of the text. */
  templateId: string | null
  templateVariables: Record<string, string>
  /**
   * First time of a recurring message, which gives the day of the month and the hour of all others.
   */
  firstAt: number
  status: ScheduleStatus
  /** Reason why it failed, or what it waits for while it is late. */
  reason: ErrorCode | null
  sentAt: number | null
  /** Sent message: its ticket, and its id at WhatsApp. */
  ticketId: string | null
  sentAs: string | null
  /** Import and source id of a message of another system (imports/imported-row.ts). */
  importedFrom?: string
  createdAt: number
  updatedAt: number
}

/**
 * Returns the sort key in the indexes. Times have thirteen digits, so that the keys sort like
 * numbers.
 */
const placeOf = ({ sendAt, id }: Pick<ScheduleRow, 'sendAt' | 'id'>): string => `${sendAt}#${id}`

const SCHEDULES = definePackedRow({
  kind: 'schedule',
  key: { pk: '${companyId}#schedule#${id}', sk: 'schedule' },
  indexes: {
    gsi1: { pk: '${companyId}#schedules', sk: '${sendAt}#${id}' },
    gsi2: { pk: '${companyId}#schedules-of#${contactId}', sk: '${sendAt}#${id}' },
  },
  content: z.custom<ScheduleRow>(),
  defaults: { templateId: null, templateVariables: {} },
})

/**
 * Returns a write labelled `schedule`: a new row, or one that replaces `before` provided that it is
 * unchanged.
 */
const scheduleWrite = (after: ScheduleRow, before?: ScheduleRow): Write =>
  put('schedule', SCHEDULES.replace(after, before))

/**
 * Returns the timer that sends the message, or checks again at `dueAt` (epoch ms) while it waits.
 */
export const scheduleTimer = ({ companyId, id, sendAt }: ScheduleRow, dueAt = sendAt): Timer => ({
  type: 'sendSchedule',
  companyId,
  scheduleId: id,
  sendAt,
  dueAt,
})

/** Returns a new scheduled message and the writes that create it with its timer. */
export function newSchedule(
  companyId: string,
  given: Pick<ScheduleRow, 'body' | 'contactId' | 'whatsappId' | 'user' | 'sendAt' | 'recurrence'> &
    Partial<
      Pick<
        ScheduleRow,
        'id' | 'byPrompt' | 'media' | 'firstAt' | 'templateId' | 'templateVariables' | 'createdAt' | 'importedFrom'
      >
    >,
): { schedule: ScheduleRow; writes: Write[] } {
  const now = Date.now()
  const schedule: ScheduleRow = {
    companyId,
    id: newId(),
    version: 1,
    media: null,
    templateId: null,
    templateVariables: {},
    firstAt: given.sendAt,
    status: 'PENDENTE',
    reason: null,
    sentAt: null,
    ticketId: null,
    sentAs: null,
    createdAt: now,
    updatedAt: now,
    ...given,
  }
  return { schedule, writes: [scheduleWrite(schedule), timerWrite(scheduleTimer(schedule))] }
}

/**
 * Returns the row after a change, and its write (labelled `schedule`), refused if the row was
 * changed meanwhile.
 */
export function scheduleChange(
  before: ScheduleRow,
  changes: Partial<ScheduleRow>,
): { schedule: ScheduleRow; write: Write } {
  const updatedAt = Math.max(Date.now(), before.updatedAt + 1)
  const schedule = { ...before, ...changes, version: before.version + 1, updatedAt }
  return { schedule, write: scheduleWrite(schedule, before) }
}

/**
 * Returns the write, labelled `schedule`, that gives a scheduled message a file of its import, or
 * takes it; refused if it was changed since it was read. Version and times stay.
 */
export const scheduleFileWrite = (row: ScheduleRow, media: ScheduleRow['media']): Write =>
  put('schedule', SCHEDULES.put({ ...row, media }, { when: unchanged(row) }))

/** Error for the refusal of `rowExists` for the sending connection. */
export const OVER_MISSING = { whatsapp: 'ERR_NO_WAPP_FOUND' } as const satisfies Refusals

/**
 * Changes a row that was read, together with `writes`. Throws ERR_CONFLICT if it was changed since,
 * ERR_NO_SCHEDULE_FOUND if it was deleted, and the error of `OVER_MISSING`.
 */
export async function changeSchedule(
  before: ScheduleRow,
  changes: Partial<ScheduleRow>,
  writes: readonly Write[] = [],
): Promise<ScheduleRow> {
  const { schedule, write } = scheduleChange(before, changes)
  try {
    await transact([write, ...writes], OVER_MISSING)
    return schedule
  } catch (error) {
    if (!isOutdated(error)) throw error
    throw new AppError(error.existing ? 'ERR_CONFLICT' : 'ERR_NO_SCHEDULE_FOUND')
  }
}

const isOutdated = (error: unknown): error is WriteConflict =>
  error instanceof WriteConflict && error.label === 'schedule'

/**
 * Deletes a scheduled message; its timer then has no effect. Returns false if it was already
 * deleted. Throws ERR_CONFLICT if it was changed since.
 */
export async function deleteSchedule(row: ScheduleRow): Promise<boolean> {
  try {
    await transact([remove('schedule', SCHEDULES.delete(row, { when: unchanged(row) }))])
    return true
  } catch (error) {
    if (!isOutdated(error)) throw error
    if (error.existing) throw new AppError('ERR_CONFLICT')
    return false
  }
}

/** Reads a scheduled message. Costs half a read unit, or 1 if consistent. */
export const getSchedule = (companyId: string, id: string, consistent = false): Promise<ScheduleRow | undefined> =>
  SCHEDULES.get({ companyId, id }, { consistent })

/** Reads a scheduled message consistently. Throws ERR_NO_SCHEDULE_FOUND. */
export async function requireSchedule(companyId: string, id: string): Promise<ScheduleRow> {
  const schedule = await getSchedule(companyId, id, true)
  if (!schedule) throw new AppError('ERR_NO_SCHEDULE_FOUND')
  return schedule
}

/** Scheduled message with the current row of its contact; undefined if the contact was deleted. */
export type Shown = { schedule: ScheduleRow; contact: ContactRow | undefined }

/** Shown message with queue and user of the contact's live tickets, which decide who may see it. */
type Placed = Shown & { live: readonly ContactVisibility[] }

type ScheduleRange = {
  /** Only the messages for this contact. */
  contactId?: string | undefined
  /** Epoch milliseconds, both ends included. */
  from?: number | undefined
  to?: number | undefined
}

/** Greatest time of thirteen digits that another one can follow. */
const LAST = 9_999_999_999_998

/** Sort key after every position of a time, since ids contain no such character. */
const BEHIND = '~'

/**
 * Reads the rows of the company, or of one contact, between two times (both included); earliest
 * first if the range has a beginning.
 */
function between(companyId: string, { contactId, from, to = LAST }: ScheduleRange): Source<ScheduleRow> {
  const query = (range: Range) =>
    contactId === undefined
      ? SCHEDULES.queryIndex('gsi1', { companyId }, range)
      : SCHEDULES.queryIndex('gsi2', { companyId, contactId }, range)
  // DynamoDB refuses a range that begins after its end.
  if (from !== undefined && from > to) return () => Promise.resolve({ rows: [], end: null, more: false })
  return fromQuery(
    position =>
      from === undefined
        ? query({ below: (position as string | null) ?? `${to}${BEHIND}` })
        : query({
            from: position === null ? String(from) : `${position}${BEHIND}`,
            to: `${to}${BEHIND}`,
          }),
    {
      attributes: SCHEDULES.attributes,
      order: from === undefined ? 'desc' : 'asc',
      toRow: SCHEDULES.parse,
      positionOf: placeOf,
    },
  )
}

/** Adds the contacts and their live tickets, as they currently are. */
function withContacts(companyId: string, viewer: Viewer, rows: Source<ScheduleRow>): Source<Placed> {
  return async (wanted, position) => {
    const slice = await rows(wanted, position)
    const ids = slice.rows.map(({ row }) => row.contactId)
    const [contacts, visibilities] = await Promise.all([
      getContacts(companyId, ids),
      seesAll(viewer) ? undefined : visibilityByContact(companyId, ids),
    ])
    return {
      ...slice,
      rows: slice.rows.map(({ row, ...place }) => ({
        ...place,
        row: {
          schedule: row,
          contact: contacts.get(row.contactId),
          live: visibilities?.get(row.contactId) ?? [],
        },
      })),
    }
  }
}

/**
 * Returns a page of the messages the viewer may see, by sending time: the latest first, or the
 * earliest first if the range has a beginning. Costs half a read unit per 4 KB of rows and one for
 * every two contacts; for a viewer who does not see all, one more per contact and connection, and
 * per live ticket.
 * @throws ERR_INVALID_CURSOR, ERR_VALIDATION
 */
export function pageOfSchedules(
  companyId: string,
  viewer: Viewer,
  { searchParam, ...range }: ScheduleRange & { searchParam: string },
  options: PageOptions,
): Promise<Page<Shown>> {
  const wanted = normalizeName(searchParam)
  const isVisible = ({ schedule, live }: Placed) => maySeeSchedule(viewer, live, schedule.user.id)
  const matches = ({ schedule, contact }: Shown): boolean =>
    normalizeName(schedule.body).includes(wanted) || (!!contact && normalizeName(contact.name).includes(wanted))
  const { contactId = '', from = '', to = '' } = range
  return pageOf(
    companyId,
    `schedules|${viewer.userId}|${contactId}|${from}|${to}|${wanted}`,
    withContacts(companyId, viewer, between(companyId, range)),
    {
      ...options,
      weigh: ({ schedule }) => weightOf(schedule),
      accept: placed => isVisible(placed) && (wanted === '' || matches(placed)),
      search: wanted !== '',
    },
  )
}

/**
 * Longest delay (ms) of a message that may still be sent: it has failed by then, including an hour
 * for a clock that was interrupted.
 */
const LATEST_MS = 25 * 3_600_000

/** Number of scheduled messages per read. */
const LOOKED_AT = 500

/**
 * Yields the scheduled messages that are still to be sent over a given connection, the earliest
 * first. It reads all of the company's from now on, half a read unit per 4 KB: connections are
 * deleted too rarely to justify an index.
 */
export async function* pendingOver(companyId: string, connectionId: string): AsyncGenerator<ScheduleRow> {
  const upcoming = between(companyId, { from: Math.max(0, Date.now() - LATEST_MS) })
  for await (const row of each(upcoming, LOOKED_AT))
    if (row.status === 'PENDENTE' && row.whatsappId === connectionId) yield row
}

/** Reads the scheduled messages of a contact, including sent ones. */
export const schedulesOf = (companyId: string, contactId: string): Source<ScheduleRow> =>
  between(companyId, { contactId })

/**
 * Moves a scheduled message from one contact to another one who is the same person, together with
 * `writes`. Returns false if it is not that contact's.
 */
export const moveSchedule = (
  { companyId, id }: Pick<ScheduleRow, 'companyId' | 'id'>,
  fromId: string,
  toId: string,
  writes: readonly Write[] = [],
): Promise<boolean> =>
  retryUntilWritten(async () => {
    const row = await getSchedule(companyId, id, true)
    if (row?.contactId !== fromId) return false
    await transact([scheduleChange(row, { contactId: toId }).write, ...writes])
    return true
  })

/** Deletes the scheduled messages of a contact, including sent ones. */
export async function removeSchedulesOf(companyId: string, contactId: string): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of each(schedulesOf(companyId, contactId)))
    await retryUntilWritten(async () => {
      const row = await getSchedule(companyId, id, true)
      if (row?.contactId === contactId)
        await transact([remove('schedule', SCHEDULES.delete(row, { when: unchanged(row) }))])
      ids.push(id)
    })
  return ids
}
