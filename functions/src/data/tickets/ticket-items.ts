import type { TableKey } from '../table/keys.ts'
import { queryItems } from '../table/query-items.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { MESSAGES, type MessageRow, messagePointerKey } from './message-row.ts'
import { everyPartitionOf, wordKey } from './message-words.ts'
import { leaveWordRuns } from './word-runs.ts'

/** Row of any kind in a ticket's partition, with what a message or an entry of the log has. */
export type TicketItem = TableKey &
  Partial<Pick<MessageRow, 'id' | 'body' | 'media' | 'transcript' | 'earlierBodies'>> & {
    fixed?: string
    /** Type of an entry of the log. */
    type?: string
    importedFrom?: string
    /** Import that brought a message's file later. */
    mediaFrom?: string
    error?: MessageRow['error']
  }

const ATTRIBUTES = [
  ...['pk', 'sk', 'id', 'media', 'mediaFrom', 'error', 'body', 'fixed', 'transcript', 'earlierBodies', 'type'],
  'importedFrom',
]
const PAGE = 200

/** Yields the rows in a ticket's partition, some at a time, consistently. */
export async function* ticketItems(companyId: string, ticketId: string): AsyncGenerator<TicketItem[]> {
  for (let after = ' ', left = true; left; ) {
    const query = MESSAGES.query({ companyId, ticketId }, { above: after })
    const { items, more } = await queryItems<TicketItem>(query, PAGE, {
      attributes: ATTRIBUTES,
      order: 'asc',
      consistent: true,
    })
    if (items.length > 0) yield items
    after = items.at(-1)?.sk ?? after
    left = more || items.length === PAGE
  }
}

const ofWords = ({ id = '', fixed = '{}', ...row }: TicketItem) => {
  const { mediaType = 'chat', location = null } = JSON.parse(fixed) as Partial<MessageRow>
  const { body = '', media = null, transcript = null, earlierBodies = [] } = row
  return { id, body, media, transcript, earlierBodies, mediaType, location }
}

/** Deletes the search items of messages. */
export async function removeWords(companyId: string, items: readonly TicketItem[]): Promise<void> {
  const imported = items.filter(({ importedFrom }) => importedFrom !== undefined)
  await leaveWordRuns(companyId, imported.map(ofWords))
  const keys = items
    .map(ofWords)
    .flatMap(message => everyPartitionOf(message).map(letters => wordKey(companyId, letters, message.id)))
  await removeKeys(keys)
}

/** Deletes messages with their pointers and search items; files are the caller's. */
export async function removeMessages(companyId: string, items: readonly TicketItem[]): Promise<void> {
  // Without its pointer a message gets no more search items.
  await removeKeys(items.map(({ id }) => messagePointerKey(companyId, id!)))
  await removeWords(companyId, items)
  await removeKeys(items.map(({ pk, sk }) => ({ pk, sk })))
}
