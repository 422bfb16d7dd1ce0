/**
 * The tickets report: a slim row per ticket, in the partition of the day (UTC) on which the ticket was made. It has what a
 * report is filtered by and nothing else, so that days of tickets are read for what a few pages of them would cost; what a
 * report shows of a ticket is read from the ticket's own row, for the rows of a page alone. It is written in the
 * transaction that changes what it has (never by a message), so the two cannot disagree.
 */
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Rating, TicketStatus } from '@balcao/shared/entities/ticket.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { documentClient, tableName } from '../table/client.ts'
import { foldName } from '../table/fold.ts'
import type { TableKey } from '../table/keys.ts'
import { put, remove, type Write } from '../table/transact.ts'
import type { TicketRow } from '../tickets/ticket-row.ts'

/** By position, with 0 for what is not there: a report of a year reads a hundred thousand of them. */
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
]

/** What a report leaves in. Empty lists and texts leave in everything. */
export type ReportFilter = {
  searchParam: string
  contactId: string
  whatsappIds: readonly string[]
  users: readonly string[]
  queueIds: readonly string[]
  statuses: readonly (TicketStatus | 'group')[]
  onlyRated: boolean
}

/** Moments, epoch ms, both included. */
export type ReportRange = { from: number; to: number }

const DAY_MS = 86_400_000

const partitionOf = (companyId: string, at: number): string =>
  `${companyId}#report#${new Date(at).toISOString().slice(0, 10)}`

const keyOf = ({ companyId, id }: Pick<TicketRow, 'companyId' | 'id'>): TableKey => ({
  pk: partitionOf(companyId, timeOfId(id)),
  sk: id,
})

type Reported = Pick<
  TicketRow,
  'companyId' | 'id' | 'status' | 'whatsapp' | 'contact' | 'queue' | 'user' | 'isGroup' | 'rating'
>

const contentOf = ({ status, whatsapp, contact, queue, user, isGroup, rating }: Reported): string => {
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
  return JSON.stringify(content)
}

/** The writes, labelled `report`, for a ticket that is new, changed, or gone; none where a report would not tell the difference. */
export function reportWrites(before: Reported | undefined, after: Reported | undefined): Write[] {
  if (!after) return before ? [remove('report', { TableName: tableName(), Key: keyOf(before) })] : []
  const row = contentOf(after)
  if (before && contentOf(before) === row) return []
  return [put('report', { TableName: tableName(), Item: { ...keyOf(after), row } })]
}

type Slim = { sk: string; row: string }

/** Whether a row passes. `group` is a ticket of a group in any status, the others are the status, of a group's too. */
export function acceptedBy(filter: ReportFilter): (row: string) => boolean {
  const text = foldName(filter.searchParam)
  const digits = filter.searchParam.replace(/\D/g, '')
  const [whatsapps, users, queues, statuses] = [
    new Set(filter.whatsappIds),
    new Set(filter.users),
    new Set(filter.queueIds),
    new Set<string>(filter.statuses),
  ]
  const has = (wanted: ReadonlySet<string>, id: string | 0) => wanted.size === 0 || (id !== 0 && wanted.has(id))
  return row => {
    const [status, whatsappId, contactId, name, number, queueId, userId, isGroup, rating] = JSON.parse(row) as Content
    return (
      (!filter.onlyRated || rating !== 0) &&
      (filter.contactId === '' || contactId === filter.contactId) &&
      has(whatsapps, whatsappId) &&
      has(users, userId) &&
      has(queues, queueId) &&
      (statuses.size === 0 || statuses.has(status) || (isGroup === 1 && statuses.has('group'))) &&
      (text === '' || foldName(name).includes(text) || (digits !== '' && number.includes(digits)))
    )
  }
}

/** Days read at a time, unless a few of their tickets are enough. */
const DAYS_AT_ONCE = 16

/**
 * Ids of the tickets made in a range that pass a filter, newest first, a day at a time, some days read ahead. Half a read unit
 * per 4 KB of rows, which is some fifteen of them, whatever the filter.
 * @param options.below only ids before this one
 * @param options.enough so many are looked at, and then it is left: of a day no more need be read
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
  const atOnce = enough === undefined ? DAYS_AT_ONCE : 2
  const read = (start: number) => {
    const day = dayOfReport(companyId, start, { from, to: last }, passes, { below, enough: enough ?? Infinity })
    // Awaited in its turn; until then its failure is nobody's.
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

/** Ids begin with their time: 48 bits in hexadecimal. */
const timePrefix = (at: number): string => {
  const hex = at.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

async function dayOfReport(
  companyId: string,
  start: number,
  { from, to }: ReportRange,
  passes: (row: string) => boolean,
  { below, enough }: { below: string | null; enough: number },
): Promise<string[]> {
  const ids: string[] = []
  let after: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': partitionOf(companyId, start),
          ':from': timePrefix(from),
          // Behind every id of that millisecond.
          ':to': below ?? `${timePrefix(to)}~`,
        },
        ProjectionExpression: 'sk, #row',
        ExpressionAttributeNames: { '#row': 'row' },
        ScanIndexForward: false,
        ...(after ? { ExclusiveStartKey: after } : {}),
      }),
    )
    for (const { sk, row } of Items as Slim[]) if (sk !== below && passes(row)) ids.push(sk)
    after = LastEvaluatedKey
  } while (after && ids.length < enough)
  return ids
}
