import type { TagRef } from '@balcao/shared/entities/tag.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { WriteRefused } from '../../../data/table/transact.ts'
import { countTags, listTags, tagRef } from '../../../data/tickets/tag.ts'
import { changeTicket } from '../../../data/tickets/ticket.ts'
import { relinkTags } from '../../../data/tickets/ticket-link.ts'
import { assertSees } from '../../../data/tickets/ticket-list.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { toWireTicket } from '../../../data/tickets/wire.ts'
import { tellTicket } from '../../../messaging/tell.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

const MOST_CHANGES = 40

/** The ticket has these tags afterwards, no others. */
export const syncTags: Operations['tags']['sync'] = async (ctx, { body }) => {
  const { companyId } = ctx
  const [{ ticket: seen, viewer }, all] = await Promise.all([visibleTicket(ctx, body.ticketId), listTags(companyId)])
  const ids = [...new Set(body.tags)]
  const tags = ids.map(id => {
    const tag = all.find(each => each.id === id)
    if (!tag) throw new AppError('ERR_NO_TAG_FOUND')
    return tagRef(tag)
  })
  const known = (id: string) => all.some(tag => tag.id === id)
  const set = (ticket: TicketRow, wanted: readonly TagRef[]) =>
    changeTicket(companyId, ticket, now => {
      assertSees(viewer, now)
      const had = now.tags.map(tag => tag.id)
      const has = wanted.map(tag => tag.id)
      if (had.length === has.length && had.every(id => has.includes(id))) return undefined
      const extra = [...countTags(companyId, had.filter(known), has), ...relinkTags(companyId, now.id, had, has)]
      return { set: { tags: [...wanted] }, extra, touch: false }
    })
  try {
    const kept = seen.tags.filter(({ id }) => ids.includes(id))
    const changes = seen.tags.length + tags.length - 2 * kept.length
    // Two writes each: those that go and those that come may not fit into one transaction.
    const lighter = changes > MOST_CHANGES ? (await set(seen, kept)).ticket : seen
    const { ticket } = await set(lighter, tags)
    if (ticket !== seen) await tellTicket(ticket, seen)
    return toWireTicket(ticket)
  } catch (error) {
    // Deleted at this very moment.
    if (error instanceof WriteRefused && error.label === 'tag') throw new AppError('ERR_NO_TAG_FOUND')
    throw error
  }
}
