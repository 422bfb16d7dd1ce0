/** Puts tickets from before the board existed into its columns, once per company of that time. */

import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { documentClient, tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import { whileAt } from '../table/keys.ts'
import { CONTENDED, check, transact, untilWritten, WriteRefused } from '../table/transact.ts'
import { boardPut, completeMark } from './board.ts'
import { listTags } from './tag.ts'
import { changeTicket, getTicket, getTickets } from './ticket.ts'
import { ticketsOfLane } from './ticket-list.ts'
import { OPEN_LANES, type TicketRow, type TicketTag, ticketKey } from './ticket-row.ts'

/** Number of tickets per transaction: each takes two of its hundred writes. */
const AT_ONCE = 40

/** Companies whose board is complete, which it stays. */
const complete = new Set<string>()
const MOST_KNOWN = 10_000

/**
 * Fills a company's board once. It costs half a read unit, and nothing once this process knows that
 * the board is complete. The first run costs a few units per ticket that is not closed. It may be
 * interrupted, and may run twice at once: a row is put only while its ticket is unchanged, and is
 * the same each time.
 */
export async function completeBoard(companyId: string): Promise<void> {
  if (complete.has(companyId)) return
  if (!(await getItem(completeMark(companyId), false))) {
    const columns = new Set((await listTags(companyId, true)).filter(tag => tag.kanban === 1).map(({ id }) => id))
    for (const status of ['pending', ...OPEN_LANES] as const)
      for await (const ids of ticketsOfLane(companyId, { index: 'byStatus', status })) {
        const tickets = await getTickets(companyId, ids)
        for (let i = 0; i < tickets.length; i += AT_ONCE) await place(tickets.slice(i, i + AT_ONCE), columns)
      }
    await documentClient().send(new PutCommand({ TableName: tableName(), Item: completeMark(companyId) }))
  }
  if (complete.size >= MOST_KNOWN) complete.clear()
  complete.add(companyId)
}

/**
 * Returns the tags with those marked that are columns: tickets from before the mark existed lack
 * it.
 */
const marked = (tags: readonly TicketTag[], columns: ReadonlySet<string>): TicketTag[] =>
  tags.map(({ id, name, color }) => ({ id, name, color, ...(columns.has(id) ? { kanban: true } : {}) }))

const isMarked = ({ tags }: TicketRow, columns: ReadonlySet<string>): boolean =>
  tags.every(tag => columns.has(tag.id) === (tag.kanban ?? false))

const placing = (tickets: readonly TicketRow[]) =>
  transact(
    tickets.flatMap(ticket => [
      check('ticket', { TableName: tableName(), Key: ticketKey(ticket.companyId, ticket.id), ...whileAt(ticket) }),
      boardPut(ticket),
    ]),
  )

async function place(tickets: readonly TicketRow[], columns: ReadonlySet<string>): Promise<void> {
  const simple = tickets.filter(ticket => ticket.status !== 'closed' && isMarked(ticket, columns))
  const rest = tickets.filter(ticket => !simple.includes(ticket))
  try {
    if (simple.length > 0) await placing(simple)
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error
    rest.push(...simple)
  }
  for (const { companyId, id } of rest) await placeOne(companyId, id, columns)
}

const placeOne = (companyId: string, id: string, columns: ReadonlySet<string>): Promise<void> =>
  untilWritten(
    async () => {
      let now = await getTicket(companyId, id, true)
      if (now && now.status !== 'closed' && !isMarked(now, columns)) {
        const mark = ({ tags }: TicketRow) => ({ set: { tags: marked(tags, columns) }, touch: false })
        now = (await changeTicket(companyId, now, mark)).ticket
      }
      if (now && now.status !== 'closed') await placing([now])
    },
    { rounds: CONTENDED },
  )
