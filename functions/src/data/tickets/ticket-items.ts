import { isKeptFile } from '@balcao/shared/media.ts'
import { batchesOf } from '../../batches-of.ts'
import { inParts } from '../../in-parts.ts'
import type { TableKey } from '../table/keys.ts'
import { queryItems } from '../table/query-items.ts'
import { removeKeys, removeTogether } from '../table/remove-keys.ts'
import { MAX_WRITES } from '../table/transact.ts'
import { MESSAGES, type MessageRow, messagePointerKey } from './message-row.ts'
import { everyPartitionOf, wordKey } from './message-words.ts'
import { leaveWordRuns } from './word-runs.ts'

/** Row of any kind in a ticket's partition, with what a message or an entry of the log has. */
export type TicketItem = TableKey &
  Partial<Pick<MessageRow, 'id' | 'body' | 'media' | 'transcript' | 'earlierBodies' | 'preview'>> & {
    /** JSON of a message's unchanging fields. */
    fixed?: string
    /** Type of an entry of the log. */
    type?: string
    importedFrom?: string
    /** Import that brought a message's file later. */
    mediaFrom?: string
    error?: MessageRow['error']
  }

const ATTRIBUTES = [
  ...['pk', 'sk', 'id', 'media', 'mediaFrom', 'error', 'body', 'fixed', 'transcript', 'earlierBodies', 'preview'],
  ...['type', 'importedFrom'],
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

export const isMessageItem = ({ sk, id }: TicketItem): boolean => sk.startsWith('message#') && id !== undefined

/** Returns the keys of the files of rows, but those that another row owns. */
export const filesOf = (items: readonly TicketItem[]): string[] =>
  items
    .flatMap(({ media, preview }) => [media?.key, preview?.picture?.key])
    .filter(key => key !== undefined && !isKeptFile(key)) as string[]

const ofWords = ({ id = '', fixed = '{}', ...row }: TicketItem) => {
  const { mediaType = 'chat', location = null } = JSON.parse(fixed) as Partial<MessageRow>
  const { body = '', media = null, transcript = null, earlierBodies = [] } = row
  return { id, body, media, transcript, earlierBodies, mediaType, location }
}

/**
 * Deletes the search items of messages.
 * @param parallel number of transactions at once
 */
export async function removeWords(companyId: string, items: readonly TicketItem[], parallel = 1): Promise<void> {
  const { imported = [], sent = [] } = Object.groupBy(items, ({ importedFrom }) =>
    importedFrom === undefined ? 'sent' : 'imported',
  )
  await leaveWordRuns(companyId, imported.map(ofWords), { withOwn: true, parallel })
  const keys = sent
    .map(ofWords)
    .flatMap(message => everyPartitionOf(message).map(letters => wordKey(companyId, letters, message.id)))
  await removeKeys(keys)
}

/**
 * Deletes rows of tickets' partitions, also of many tickets, with the pointers and search items of
 * messages; files are the caller's. It writes in transactions, of which the table on one machine
 * makes more rows a second than of batches.
 * @param parallel number of transactions at once
 */
export async function removeItems(companyId: string, items: readonly TicketItem[], parallel: number): Promise<void> {
  const messages = items.filter(isMessageItem)
  // Without its pointer a message gets no more search items; its row, deleted later, says where
  // they are.
  await removeAll(
    messages.map(({ id }) => messagePointerKey(companyId, id!)),
    parallel,
  )
  await removeWords(companyId, messages, parallel)
  await removeAll(
    items.map(({ pk, sk }) => ({ pk, sk })),
    parallel,
  )
}

async function removeAll(keys: readonly TableKey[], parallel: number): Promise<void> {
  await inParts(batchesOf(keys, MAX_WRITES), parallel, removeTogether)
}
