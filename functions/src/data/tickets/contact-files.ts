import { fromQuery, type Slice, type Source } from '../table/page.ts'
import { MESSAGE_ATTRIBUTES, MESSAGES, type MessageRow, type StoredMessage, toMessageRow } from './message-row.ts'
import { getTickets } from './ticket.ts'
import { contactSource, linkedTickets } from './ticket-link.ts'
import { sees, type Viewer } from './ticket-list.ts'

/** Tickets that one slice looks into, whatever it finds: each costs half a read unit. */
const TICKETS_A_SLICE = 20

type Position = { ticketId: string; message: string | null }

const filesOf = (companyId: string, ticketId: string): Source<MessageRow> =>
  fromQuery(
    from => MESSAGES.queryIndex('gsi1', { companyId, ticketId }, from ? { below: from as string } : undefined),
    {
      attributes: MESSAGE_ATTRIBUTES,
      toRow: (item: StoredMessage) => toMessageRow({ ...item, companyId, ticketId }),
      positionOf: ({ id }) => id,
    },
  )

/**
 * Returns the source of the messages with a file in those tickets of a contact that the viewer may
 * see, ticket by ticket, the newest first. Costs half a read unit a ticket, beside its row and the
 * files.
 */
export const contactFiles =
  (companyId: string, contactId: string, viewer: Viewer): Source<MessageRow> =>
  async (wanted, from): Promise<Slice<MessageRow>> => {
    const begun = from as Position | null
    const ids = await linkedTickets(companyId, contactSource(contactId), {
      limit: TICKETS_A_SLICE,
      before: begun?.ticketId ?? null,
    })
    const further = ids.length === TICKETS_A_SLICE
    const within = begun?.message ? [begun.ticketId, ...ids] : ids
    const seen = new Map((await getTickets(companyId, within)).map(ticket => [ticket.id, ticket]))
    const rows: Slice<MessageRow>['rows'] = []
    for (const ticketId of within) {
      const ticket = seen.get(ticketId)
      if (!ticket || !sees(viewer, ticket)) continue
      const after = ticketId === begun?.ticketId ? begun.message : null
      const slice = await filesOf(companyId, ticketId)(wanted - rows.length, after)
      rows.push(...slice.rows.map(({ row }) => ({ row, position: { ticketId, message: row.id } satisfies Position })))
      if (slice.more || rows.length >= wanted)
        return { rows, end: rows.at(-1)?.position ?? { ticketId, message: null }, more: true }
    }
    return { rows, end: { ticketId: within.at(-1) ?? '', message: null } satisfies Position, more: further }
  }
