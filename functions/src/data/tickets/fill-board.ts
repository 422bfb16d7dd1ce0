/** Puts tickets from before the board existed into its columns, once per company of that time. */
import { putOne } from '../table/single-write.ts'
import { CONTENDED, check, retryUntilWritten, transact, WriteConflict } from '../table/transact.ts'
import { boardPositionWrite, COMPLETE_MARKS } from './board.ts'
import { listTags } from './tag.ts'
import { changeTicket, getTicket, getTickets } from './ticket.ts'
import { ticketIdsOfPartition } from './ticket-partitions.ts'
import { OPEN_PARTITIONS, TICKETS, type TicketRow, type TicketTag } from './ticket-row.ts'

/** Number of tickets per transaction: each takes two of its hundred writes. */
const BATCH_SIZE = 40

/** Companies whose board is complete, which it stays. */
const filled = new Set<string>()
const MAX_CACHED = 10_000

/**
 * Fills a company's board once. It costs half a read unit, and nothing once this process knows that
 * the board is complete. The first run costs a few units per ticket that is not closed. It may be
 * interrupted, and may run twice at once: a row is put only while its ticket is unchanged, and is
 * the same each time.
 */
export async function fillBoard(companyId: string): Promise<void> {
  if (filled.has(companyId)) return
  if (!(await COMPLETE_MARKS.get({ companyId }))) {
    const columns = new Set((await listTags(companyId, true)).filter(tag => tag.kanban === 1).map(({ id }) => id))
    for (const status of ['pending', ...OPEN_PARTITIONS] as const)
      for await (const ids of ticketIdsOfPartition(companyId, { index: 'byStatus', status })) {
        const tickets = await getTickets(companyId, ids)
        for (let i = 0; i < tickets.length; i += BATCH_SIZE) await place(tickets.slice(i, i + BATCH_SIZE), columns)
      }
    await putOne(COMPLETE_MARKS.put({ companyId }))
  }
  if (filled.size >= MAX_CACHED) filled.clear()
  filled.add(companyId)
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
      check('ticket', TICKETS.check(ticket, { when: is => [is.equal('version', ticket.version)] })),
      boardPositionWrite(ticket),
    ]),
  )

async function place(tickets: readonly TicketRow[], columns: ReadonlySet<string>): Promise<void> {
  const simple = tickets.filter(ticket => ticket.status !== 'closed' && isMarked(ticket, columns))
  const rest = tickets.filter(ticket => !simple.includes(ticket))
  try {
    if (simple.length > 0) await placing(simple)
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error
    rest.push(...simple)
  }
  for (const { companyId, id } of rest) await placeOne(companyId, id, columns)
}

const placeOne = (companyId: string, id: string, columns: ReadonlySet<string>): Promise<void> =>
  retryUntilWritten(
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
