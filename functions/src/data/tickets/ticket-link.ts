/** What leads to a ticket beside its lanes: its contact, its day, its tags. */
import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { Entity } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { queryItems } from '../table/query-items.ts'
import { put, remove, type Write } from '../table/transact.ts'

/** `contact#<id>`, `tag#<id>` or `month#<yyyy-mm>` (UTC month of creation) → tickets, in the order they were made. */
const TicketLinkEntity = new Entity({
  model: model('ticketLink'),
  attributes: {
    companyId: { type: 'string', required: true },
    from: { type: 'string', required: true },
    ticketId: { type: 'string', required: true },
  },
  indexes: {
    bySource: index(
      'main',
      { composite: ['companyId', 'from'], template: '${companyId}#tickets-of#${from}' },
      { composite: ['ticketId'], template: '${ticketId}' },
    ),
  },
})

const options = () => ({ client: documentClient(), table: tableName() })

export const contactSource = (contactId: string): string => `contact#${contactId}`
export const tagSource = (tagId: string): string => `tag#${tagId}`
export const monthSource = (at: number): string => `month#${new Date(at).toISOString().slice(0, 7)}`

const timeOf = (ticketId: string): number => Number.parseInt(ticketId.slice(0, 8) + ticketId.slice(9, 13), 16)

const write = (companyId: string, from: string, ticketId: string): Write =>
  put('link', TicketLinkEntity.put({ companyId, from, ticketId }).params({ table: tableName() }))

const unwrite = (companyId: string, from: string, ticketId: string): Write =>
  remove('link', TicketLinkEntity.delete({ companyId, from, ticketId }).params({ table: tableName() }))

/** The writes of a new ticket, labelled `link`. */
export const linkTicket = (companyId: string, contactId: string, ticketId: string): Write[] => [
  write(companyId, contactSource(contactId), ticketId),
  write(companyId, monthSource(timeOf(ticketId)), ticketId),
]

/** The writes that undo `linkTicket` and the links of its tags; without a contact that link stays. */
export const unlinkTicket = (
  companyId: string,
  contactId: string | null,
  tagIds: string[],
  ticketId: string,
): Write[] =>
  [
    ...(contactId === null ? [] : [contactSource(contactId)]),
    monthSource(timeOf(ticketId)),
    ...tagIds.map(tagSource),
  ].map(from => unwrite(companyId, from, ticketId))

/** The writes that carry a ticket from one contact to another. */
export const relinkContact = (companyId: string, ticketId: string, from: string, to: string): Write[] =>
  from === to ? [] : [unwrite(companyId, contactSource(from), ticketId), write(companyId, contactSource(to), ticketId)]

/** The writes for tags a ticket gets and loses. */
export const relinkTags = (companyId: string, ticketId: string, before: string[], after: string[]): Write[] => [
  ...before.filter(id => !after.includes(id)).map(id => unwrite(companyId, tagSource(id), ticketId)),
  ...after.filter(id => !before.includes(id)).map(id => write(companyId, tagSource(id), ticketId)),
]

/** The write, labelled `link`, that forgets a contact's link to a ticket that is no more. */
export const unlinkContact = (companyId: string, contactId: string, ticketId: string): Write =>
  unwrite(companyId, contactSource(contactId), ticketId)

/** Forgets a link to a ticket that is no more. */
export async function dropLink(companyId: string, from: string, ticketId: string): Promise<void> {
  await TicketLinkEntity.delete({ companyId, from, ticketId }).go(options())
}

/** How many tickets a contact has. Half a read unit per about 20, consistent: twice that. */
export async function countContactTickets(companyId: string, contactId: string): Promise<number> {
  const params = TicketLinkEntity.query
    .bySource({ companyId, from: contactSource(contactId) })
    .params<QueryCommandInput>({ table: tableName() })
  let count = 0
  let from: Record<string, unknown> | undefined
  do {
    const { Count = 0, LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({ ...params, Select: 'COUNT', ConsistentRead: true, ExclusiveStartKey: from }),
    )
    count += Count
    from = LastEvaluatedKey
  } while (from)
  return count
}

/**
 * Ids of linked tickets, newest first, at most `limit`, those before `before`; with `range` only ids in between (as ids
 * begin with their time, a range of times). Half a read unit per about 20.
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
  const lowest = { ticketId: range?.from ?? '0' }
  const highest = { ticketId: [before, range?.to].filter(bound => bound != null).sort()[0] ?? 'g' }
  const query = TicketLinkEntity.query.bySource({ companyId, from }).between(lowest, highest)
  // `between` takes its ends in; the one where the last page ended is left out below. Links are all of one small size.
  const { items } = await queryItems<{ ticketId: string }>(query, limit + 1, { attributes: ['ticketId'], consistent })
  return items
    .map(({ ticketId }) => ticketId)
    .filter(id => id !== before)
    .slice(0, limit)
}
