/**
 * Scheduled messages. They grow with the business: a row each, ordered by the moment they leave in an index of the company. A
 * change takes the place of exactly the version it was read as, and the timer that sends is armed in its transaction; a timer
 * whose row has another moment by then, or none, does nothing.
 */
import type { Recurrence, ScheduleStatus } from '@balcao/shared/entities/schedule.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import type { StoredMedia, Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { maySeeSchedule } from '@balcao/shared/rules/ticket-visibility.ts'
import { type ContactRow, getContacts } from '../contacts/contact-row.ts'
import { tableName } from '../table/client.ts'
import { foldName } from '../table/fold.ts'
import { getItem } from '../table/get-item.ts'
import { keyQuery } from '../table/key-query.ts'
import { whileAt } from '../table/keys.ts'
import { each, fromQuery, type Page, type PageOptions, pageOf, type Source, weightOf } from '../table/page.ts'
import { put, type Refusals, remove, transact, untilWritten, type Write, WriteRefused } from '../table/transact.ts'
import { type ContactStanding, standingsOfContacts } from '../tickets/contact-access.ts'
import { seesAll, type Viewer } from '../tickets/ticket-list.ts'
import { timerWrite } from '../timers/timer.ts'

/** A scheduled message as the server knows it. Times are epoch milliseconds. */
export type ScheduleRow = {
  companyId: string
  id: string
  version: number
  body: string
  contactId: string
  media: (StoredMedia & { key: string }) | null
  /** Null: the user's connection, else the company's default, as they are when it leaves. */
  whatsappId: string | null
  /** Whose message it is. */
  user: UserRef
  sendAt: number
  recurrence: Recurrence
  /** The first time of those that recur, which has the day of the month and the hour of them all. */
  firstAt: number
  status: ScheduleStatus
  /** Why it failed, or what it waits for while it is late. */
  reason: ErrorCode | null
  sentAt: number | null
  /** The message it became: its ticket, and its id at WhatsApp. */
  ticketId: string | null
  sentAs: string | null
  createdAt: number
  updatedAt: number
}

const keyOf = (companyId: string, id: string) => ({ pk: `${companyId}#schedule#${id}`, sk: 'schedule' })
const allOf = (companyId: string): string => `${companyId}#schedules`
const ofContact = (companyId: string, contactId: string): string => `${companyId}#schedules-of#${contactId}`
/** Moments have thirteen digits, so that texts are in the order of time. */
const placeOf = ({ sendAt, id }: Pick<ScheduleRow, 'sendAt' | 'id'>): string => `${sendAt}#${id}`

const ATTRIBUTES = ['pk', 'version', 'row'] as const

function toRow(given: object): ScheduleRow {
  const { pk, version, row } = given as { pk: string; version: number; row: string }
  const [companyId = '', , id = ''] = pk.split('#')
  return { ...JSON.parse(row), companyId, id, version } as ScheduleRow
}

/** A write labelled `schedule`: a new row, or one that takes the place of `before` as long as nobody else changed it. */
function scheduleWrite(after: ScheduleRow, before?: ScheduleRow): Write {
  const { companyId, id, version, ...content } = after
  const Item = {
    ...keyOf(companyId, id),
    gsi1pk: allOf(companyId),
    gsi1sk: placeOf(after),
    gsi2pk: ofContact(companyId, after.contactId),
    gsi2sk: placeOf(after),
    version,
    row: JSON.stringify(content),
  }
  return put('schedule', { TableName: tableName(), Item, ...whileAt(before) })
}

/** The timer that sends it, or looks again at `dueAt` (epoch ms) while it waits. */
export const scheduleTimer = ({ companyId, id, sendAt }: ScheduleRow, dueAt = sendAt): Timer => ({
  type: 'sendSchedule',
  companyId,
  scheduleId: id,
  sendAt,
  dueAt,
})

/** A scheduled message to be, and the writes that make it with its timer. */
export function newSchedule(
  companyId: string,
  given: Pick<ScheduleRow, 'body' | 'contactId' | 'whatsappId' | 'user' | 'sendAt' | 'recurrence'> &
    Partial<Pick<ScheduleRow, 'media' | 'firstAt'>>,
): { schedule: ScheduleRow; writes: Write[] } {
  const now = Date.now()
  const schedule: ScheduleRow = {
    companyId,
    id: newId(),
    version: 1,
    media: null,
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

/** The row after a change, and the write (labelled `schedule`) that makes it so while nobody else changed it. */
export function scheduleChange(
  before: ScheduleRow,
  changes: Partial<ScheduleRow>,
): { schedule: ScheduleRow; write: Write } {
  const updatedAt = Math.max(Date.now(), before.updatedAt + 1)
  const schedule = { ...before, ...changes, version: before.version + 1, updatedAt }
  return { schedule, write: scheduleWrite(schedule, before) }
}

/** What the refusal of `rowExists` for the connection it leaves over means. */
export const OVER_MISSING = { whatsapp: 'ERR_NO_WAPP_FOUND' } as const satisfies Refusals

/**
 * Changes a row as it was read, with what belongs to it. Throws ERR_CONFLICT when it was changed since, ERR_NO_SCHEDULE_FOUND when it is
 * gone, and what `OVER_MISSING` says.
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

const isOutdated = (error: unknown): error is WriteRefused =>
  error instanceof WriteRefused && error.label === 'schedule'

/** Takes it away; its timer finds nothing then. False when it was gone already. Throws ERR_CONFLICT when it was changed since. */
export async function deleteSchedule(row: ScheduleRow): Promise<boolean> {
  try {
    await transact([remove('schedule', { TableName: tableName(), Key: keyOf(row.companyId, row.id), ...whileAt(row) })])
    return true
  } catch (error) {
    if (!isOutdated(error)) throw error
    if (error.existing) throw new AppError('ERR_CONFLICT')
    return false
  }
}

/** Half a read unit, 1 when consistent. */
export async function getSchedule(companyId: string, id: string, consistent = false): Promise<ScheduleRow | undefined> {
  const item = await getItem(keyOf(companyId, id), consistent)
  return item && toRow(item)
}

/** As it is now. Throws ERR_NO_SCHEDULE_FOUND. */
export async function requireSchedule(companyId: string, id: string): Promise<ScheduleRow> {
  const schedule = await getSchedule(companyId, id, true)
  if (!schedule) throw new AppError('ERR_NO_SCHEDULE_FOUND')
  return schedule
}

/** A scheduled message with its contact as it is now; undefined once it was deleted. */
export type Shown = { schedule: ScheduleRow; contact: ContactRow | undefined }

/** With how the live tickets of its contact stand, which say who may see it. */
type Placed = Shown & { live: readonly ContactStanding[] }

type Which = {
  /** Only those of this contact. */
  contactId?: string | undefined
  /** Epoch ms, both included. */
  from?: number | undefined
  to?: number | undefined
}

/** The last moment of thirteen digits with another behind it. */
const LAST = 9_999_999_999_998

/** Behind every place of a moment, since ids have none of these signs. */
const BEHIND = '~'

/** The rows of the company, or of one contact, between two moments (both included): the earliest first when it begins somewhere. */
function between(companyId: string, { contactId, from, to = LAST }: Which): Source<ScheduleRow> {
  const [index, partition] =
    contactId === undefined
      ? (['gsi1', allOf(companyId)] as const)
      : (['gsi2', ofContact(companyId, contactId)] as const)
  // A range that begins behind its end would be refused.
  if (from !== undefined && from > to) return () => Promise.resolve({ rows: [], end: null, more: false })
  return fromQuery(
    position =>
      from === undefined
        ? keyQuery(index, partition, { below: (position as string | null) ?? `${to}${BEHIND}` })
        : keyQuery(index, partition, {
            from: position === null ? String(from) : `${position}${BEHIND}`,
            to: `${to}${BEHIND}`,
          }),
    { attributes: ATTRIBUTES, order: from === undefined ? 'desc' : 'asc', toRow, positionOf: placeOf },
  )
}

/** With their contacts, and how these stand, as they are now. */
function withContacts(companyId: string, viewer: Viewer, rows: Source<ScheduleRow>): Source<Placed> {
  return async (wanted, position) => {
    const slice = await rows(wanted, position)
    const ids = slice.rows.map(({ row }) => row.contactId)
    const [contacts, standings] = await Promise.all([
      getContacts(companyId, ids),
      seesAll(viewer) ? undefined : standingsOfContacts(companyId, ids),
    ])
    return {
      ...slice,
      rows: slice.rows.map(({ row, ...place }) => ({
        ...place,
        row: {
          schedule: row,
          contact: contacts.get(row.contactId),
          live: standings?.get(row.contactId) ?? [],
        },
      })),
    }
  }
}

/**
 * Returns a page of those the viewer may see, by the moment they leave: the latest first, or the earliest first when it
 * begins somewhere. Half a read unit per 4 KB of rows and one for every two contacts; for who does not see all one more
 * per contact and connection, and per live ticket.
 * @throws ERR_INVALID_CURSOR, ERR_VALIDATION
 */
export function pageOfSchedules(
  companyId: string,
  viewer: Viewer,
  { searchParam, ...which }: Which & { searchParam: string },
  options: PageOptions,
): Promise<Page<Shown>> {
  const wanted = foldName(searchParam)
  const isVisible = ({ schedule, live }: Placed) => maySeeSchedule(viewer, live, schedule.user.id)
  const matches = ({ schedule, contact }: Shown): boolean =>
    foldName(schedule.body).includes(wanted) || (!!contact && foldName(contact.name).includes(wanted))
  const { contactId = '', from = '', to = '' } = which
  return pageOf(
    companyId,
    `schedules|${viewer.userId}|${contactId}|${from}|${to}|${wanted}`,
    withContacts(companyId, viewer, between(companyId, which)),
    {
      ...options,
      weigh: ({ schedule }) => weightOf(schedule),
      accept: placed => isVisible(placed) && (wanted === '' || matches(placed)),
      search: wanted !== '',
    },
  )
}

/** What is still to be sent is never later than this (ms): it has failed by then, and an hour is left to a clock that stood still. */
const LATEST_MS = 25 * 3_600_000

/** Scheduled messages read at once when they are looked through. */
const LOOKED_AT = 500

/**
 * Yields the scheduled messages that are still to be sent over a connection which they name, the earliest first. Reads all the company
 * has from now on, half a read unit per 4 KB: connections are deleted too seldom to be worth an index.
 */
export async function* pendingOver(companyId: string, connectionId: string): AsyncGenerator<ScheduleRow> {
  const upcoming = between(companyId, { from: Math.max(0, Date.now() - LATEST_MS) })
  for await (const row of each(upcoming, LOOKED_AT))
    if (row.status === 'PENDENTE' && row.whatsappId === connectionId) yield row
}

/** Gives what is scheduled for a contact to another, who turned out to be the same person. */
export async function moveSchedules(companyId: string, fromId: string, toId: string): Promise<void> {
  for await (const { id } of each(between(companyId, { contactId: fromId })))
    await untilWritten(async () => {
      const row = await getSchedule(companyId, id, true)
      if (row?.contactId === fromId) await transact([scheduleChange(row, { contactId: toId }).write])
    })
}

/** Takes away what is scheduled for a contact and what was. */
export async function removeSchedulesOf(companyId: string, contactId: string): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of each(between(companyId, { contactId })))
    await untilWritten(async () => {
      const row = await getSchedule(companyId, id, true)
      if (row?.contactId === contactId)
        await transact([remove('schedule', { TableName: tableName(), Key: keyOf(companyId, id), ...whileAt(row) })])
      ids.push(id)
    })
  return ids
}
