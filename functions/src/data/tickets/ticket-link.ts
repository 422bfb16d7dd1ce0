/** Links to a ticket beside the list indexes: by contact, month, tag and origin. */
import { timeOfId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { countItems, queryItems } from '../table/query-items.ts'
import { deleteOne } from '../table/single-write.ts'
import { put, remove, type Write } from '../table/transact.ts'

/**
 * Links `contact#<id>`, `tag#<id>`, `month#<yyyy-mm>` (UTC month of creation) or `referral` →
 * tickets, in the order of creation; while a merge can be undone `moved#<id>`, `closed#<id>` and,
 * to scheduled messages, `moved-schedules#<id>`.
 */
const TICKET_LINKS = defineRow({
  kind: 'ticketLink',
  key: { pk: '${companyId}#tickets-of#${from}', sk: '${ticketId}' },
  content: z.object({
    companyId: z.string(),
    from: z.string(),
    ticketId: z.string(),
    /** End (epoch seconds) of a link that is needed for a while; others stay. */
    expiresAt: z.number().optional(),
  }),
})

export const contactSource = (contactId: string): string => `contact#${contactId}`
export const tagSource = (tagId: string): string => `tag#${tagId}`
export const monthSource = (at: number): string => `month#${new Date(at).toISOString().slice(0, 7)}`

/** Tickets of contacts whom an advertisement or a post brought. */
export const REFERRAL_SOURCE = 'referral'

/** Tickets that a merge moved, those it closed, and the scheduled messages it moved. */
export const movedSource = (mergeId: string): string => `moved#${mergeId}`
export const closedSource = (mergeId: string): string => `closed#${mergeId}`
export const movedSchedulesSource = (mergeId: string): string => `moved-schedules#${mergeId}`

const write = (companyId: string, from: string, ticketId: string): Write =>
  put('link', TICKET_LINKS.put({ companyId, from, ticketId }))

/** Returns the write, labelled `link`, that removes a link. */
export const unlink = (companyId: string, from: string, ticketId: string): Write =>
  remove('link', TICKET_LINKS.delete({ companyId, from, ticketId }))

/** Returns the writes of a new ticket, labelled `link`. */
export const linkTicket = (companyId: string, contactId: string, ticketId: string): Write[] => [
  write(companyId, contactSource(contactId), ticketId),
  write(companyId, monthSource(timeOfId(ticketId)), ticketId),
]

/**
 * Returns the writes that undo `linkTicket` and the links of the ticket's tags; without a contact,
 * the contact's link stays.
 */
export const unlinkTicket = (
  companyId: string,
  contactId: string | null,
  tagIds: string[],
  ticketId: string,
): Write[] =>
  [
    ...(contactId === null ? [] : [contactSource(contactId)]),
    monthSource(timeOfId(ticketId)),
    ...tagIds.map(tagSource),
  ].map(from => unlink(companyId, from, ticketId))

/** Returns the write, labelled `link`, of a link that is needed until then (epoch ms). */
export const linkUntil = (companyId: string, from: string, ticketId: string, until: number): Write =>
  put('link', TICKET_LINKS.put({ companyId, from, ticketId, expiresAt: Math.ceil(until / 1000) }))

/** Returns whether a link exists. Costs 1 read unit. */
export const isLinked = async (companyId: string, from: string, ticketId: string): Promise<boolean> =>
  (await TICKET_LINKS.get({ companyId, from, ticketId }, { consistent: true })) !== undefined

/** Returns the writes that move a ticket from one contact to another. */
export const relinkContact = (companyId: string, ticketId: string, from: string, to: string): Write[] =>
  from === to ? [] : [unlink(companyId, contactSource(from), ticketId), write(companyId, contactSource(to), ticketId)]

/** Returns the writes for the tags a ticket gets and loses. */
export const relinkTags = (companyId: string, ticketId: string, before: string[], after: string[]): Write[] => [
  ...before.filter(id => !after.includes(id)).map(id => unlink(companyId, tagSource(id), ticketId)),
  ...after.filter(id => !before.includes(id)).map(id => write(companyId, tagSource(id), ticketId)),
]

/**
 * Returns the writes, labelled `link`, for a ticket that gets a referral or is deleted with one.
 */
export const relinkReferral = (
  companyId: string,
  ticketId: string,
  before: object | null | undefined,
  after: object | null | undefined,
): Write[] => (!before === !after ? [] : [(after ? write : unlink)(companyId, REFERRAL_SOURCE, ticketId)])

/** Returns the write, labelled `link`, that deletes a contact's link to a deleted ticket. */
export const unlinkContact = (companyId: string, contactId: string, ticketId: string): Write =>
  unlink(companyId, contactSource(contactId), ticketId)

/** Deletes a link to a deleted ticket. */
export async function dropLink(companyId: string, from: string, ticketId: string): Promise<void> {
  await deleteOne(TICKET_LINKS.delete({ companyId, from, ticketId }))
}

/** Counts the tickets of a contact. The read is consistent: one read unit per about 20 tickets. */
export const countContactTickets = (companyId: string, contactId: string): Promise<number> =>
  countItems(TICKET_LINKS.query({ companyId, from: contactSource(contactId) }), { consistent: true })

/**
 * Reads ids of linked tickets before `before`, newest first, at most `limit`; with `range`, only
 * ids in between (as ids begin with their time, that is a range of times). Costs half a read unit
 * per about 20.
 */
export async function linkedTickets(
  companyId: string,
  from: string,
  {
    limit,
    before,
    range,
    consistent = false,
  }: {
    limit: number
    before?: string | null | undefined
    range?: { from: string; to: string } | undefined
    consistent?: boolean
  },
): Promise<string[]> {
  const lowest = range?.from ?? '0'
  const highest = [before, range?.to].filter(bound => bound != null).sort()[0] ?? 'g'
  const query = TICKET_LINKS.query({ companyId, from }, { from: lowest, to: highest })
  // The range includes its ends; the row where the last page ended is left out below. All links
  // have about the same small size.
  const { items } = await queryItems<{ ticketId: string }>(query, limit + 1, { attributes: ['ticketId'], consistent })
  return items
    .map(({ ticketId }) => ticketId)
    .filter(id => id !== before)
    .slice(0, limit)
}
