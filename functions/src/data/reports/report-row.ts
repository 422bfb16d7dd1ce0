/**
 * Rows of the tickets report: a small row per ticket, in the partition of the day (UTC) on which
 * the ticket was created. It has only the fields a report is filtered by, so that reading days of
 * tickets costs as much as a few pages of full rows. The other fields are read from the tickets'
 * own rows, for one page only. It is written in the transaction that changes its fields (never by a
 * message), so the two always agree.
 */
import type { Rating, TicketStatus } from '@balcao/shared/entities/ticket.ts'
import { idsFrom, idsUntil, timeOfId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { normalizeName } from '../table/normalize.ts'
import { everyItem } from '../table/query-items.ts'
import { put, remove, type Write } from '../table/transact.ts'
import type { TicketRow } from '../tickets/ticket-row.ts'

/**
 * Content by position, with 0 for missing values: a report of a year reads a hundred thousand rows.
 */
type Content = [
  status: TicketStatus,
  whatsappId: string,
  contactId: string,
  contactName: string,
  contactNumber: string,
  queueId: string | 0,
  userId: string | 0,
  isGroup: 0 | 1,
  rating: Rating | 0,
  isReferred?: 1,
]

/** Filter of a report. Empty lists and texts match everything. */
export type ReportFilter = {
  searchParam: string
  contactId: string
  whatsappIds: readonly string[]
  users: readonly string[]
  queueIds: readonly string[]
  statuses: readonly (TicketStatus | 'group')[]
  onlyRated: boolean
  /** `ad`: only tickets of contacts whom an advertisement or a post brought. */
  origin?: 'ad' | undefined
}

/** Range of times (epoch ms), both ends included. */
export type ReportRange = { from: number; to: number }

const DAY_MS = 86_400_000

const REPORTS = defineRow({
  kind: 'ticketReport',
  key: { pk: '${companyId}#report#${day}', sk: '${id}' },
  content: z.object({
    companyId: z.string(),
    day: z.string(),
    id: z.string(),
    /** `Content` as a text. */
    row: z.string(),
  }),
  keyOnly: ['companyId', 'day', 'id'],
  unmarked: true,
})

/** Returns the day (UTC, `yyyy-mm-dd`) of a time. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

const idsOf = ({ companyId, id }: Pick<TicketRow, 'companyId' | 'id'>) => ({ companyId, id, day: dayOf(timeOfId(id)) })

type Reported = Pick<
  TicketRow,
  'companyId' | 'id' | 'status' | 'whatsapp' | 'contact' | 'queue' | 'user' | 'isGroup' | 'rating' | 'referral'
>

const contentOf = ({ status, whatsapp, contact, queue, user, isGroup, rating, referral }: Reported): string => {
  const content: Content = [
    status,
    whatsapp.id,
    contact.id,
    contact.name,
    contact.number,
    queue?.id ?? 0,
    user?.id ?? 0,
    isGroup ? 1 : 0,
    rating ?? 0,
  ]
  // Few tickets have one: the others' rows stay as they were.
  return JSON.stringify(referral ? [...content, 1] : content)
}

/**
 * Returns the writes, labelled `report`, for a ticket that is created, changed or deleted; none if
 * no report would show a difference.
 */
export function reportWrites(before: Reported | undefined, after: Reported | undefined): Write[] {
  if (!after) return before ? [remove('report', REPORTS.delete(idsOf(before)))] : []
  const row = contentOf(after)
  if (before && contentOf(before) === row) return []
  return [put('report', REPORTS.put({ ...idsOf(after), row }))]
}

/**
 * Returns whether a row matches. `group` matches a group's ticket in any status; the other values
 * match the status, also of groups.
 */
export function acceptedBy(filter: ReportFilter): (row: string) => boolean {
  const text = normalizeName(filter.searchParam)
  // Digits beside letters are part of a name: "Loja 24" is no number.
  const digits = /\p{L}/u.test(filter.searchParam) ? '' : filter.searchParam.replace(/\D/g, '')
  const [whatsapps, users, queues, statuses] = [
    new Set(filter.whatsappIds),
    new Set(filter.users),
    new Set(filter.queueIds),
    new Set<string>(filter.statuses),
  ]
  const has = (wanted: ReadonlySet<string>, id: string | 0) => wanted.size === 0 || (id !== 0 && wanted.has(id))
  return row => {
    const [status, whatsappId, contactId, name, number, queueId, userId, isGroup, rating, isReferred] = JSON.parse(
      row,
    ) as Content
    return (
      (!filter.onlyRated || rating !== 0) &&
      (!filter.origin || isReferred === 1) &&
      (filter.contactId === '' || contactId === filter.contactId) &&
      has(whatsapps, whatsappId) &&
      has(users, userId) &&
      has(queues, queueId) &&
      (statuses.size === 0 || statuses.has(status) || (isGroup === 1 && statuses.has('group'))) &&
      (text === '' || normalizeName(name).includes(text) || (digits !== '' && number.includes(digits)))
    )
  }
}

/** Number of rows read at once: about a megabyte. */
const A_PAGE = 4000

/** Number of days read in parallel, unless a few of their tickets are enough. */
const MAX_CONCURRENT_DAYS = 16

/**
 * Yields the ids of the matching tickets created in a range, newest first, one day at a time,
 * reading some days ahead. Costs half a read unit per 4 KB of rows, which is about fifteen of them,
 * whatever the filter.
 * @param options.below only ids before this one
 * @param options.enough number of tickets after which the caller stops: no more of a day need be
 * read
 */
export async function* reportedTickets(
  companyId: string,
  { from, to }: ReportRange,
  filter: ReportFilter,
  { below = null, enough }: { below?: string | null; enough?: number } = {},
): AsyncGenerator<string[]> {
  const passes = acceptedBy(filter)
  const last = below ? Math.min(to, timeOfId(below)) : to
  const starts: number[] = []
  for (let day = Math.floor(last / DAY_MS); day >= Math.floor(from / DAY_MS); day--) starts.push(day * DAY_MS)
  const atOnce = enough === undefined ? MAX_CONCURRENT_DAYS : 2
  const read = (start: number) => {
    const day = dayOfReport(companyId, start, { from, to: last }, passes, { below, enough: enough ?? Infinity })
    // Each day is awaited in its turn; until then a rejection is ignored.
    day.catch(() => undefined)
    return day
  }
  const ahead = starts.slice(0, atOnce).map(read)
  for (let i = 0; i < starts.length; i++) {
    const ids = await ahead.shift()!
    const next = starts[i + atOnce]
    if (next !== undefined) ahead.push(read(next))
    if (ids.length > 0) yield ids
  }
}

async function dayOfReport(
  companyId: string,
  start: number,
  { from, to }: ReportRange,
  passes: (row: string) => boolean,
  { below, enough }: { below: string | null; enough: number },
): Promise<string[]> {
  const ids: string[] = []
  // The end is after every id of that millisecond.
  const range = { from: idsFrom(from), to: below ?? idsUntil(to) }
  const query = REPORTS.query({ companyId, day: dayOf(start) }, range)
  for await (const item of everyItem(query, { attributes: ['sk', 'row'], order: 'desc', limit: A_PAGE })) {
    const { sk, row } = item as { sk: string; row: string }
    if (sk !== below && passes(row)) ids.push(sk)
    if (ids.length >= enough) break
  }
  return ids
}
