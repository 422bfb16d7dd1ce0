/** Brings the search items of a message up to date with its text. */
import { messageDigest } from '@balcao/shared/ids.ts'
import { getItem } from '../table/get-item.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { check, MAX_WRITES, transact, type Write, WriteConflict } from '../table/transact.ts'
import { MESSAGE_POINTERS, type MessageRow, messageKey, toMessageRow } from './message-row.ts'
import { everyPartitionOf, partitionsOf, wordKey, wordsOfMessage, wordWrites } from './message-words.ts'
import { leaveWordRuns } from './word-runs.ts'

/** Maximum number of items per transaction: one write checks that the message still exists. */
const BATCH_SIZE = MAX_WRITES - 1

/** Message, and whether it came from another system. */
type Read = MessageRow & { isImported: boolean }

async function readMessage(companyId: string, ticketId: string, id: string): Promise<Read | undefined> {
  const item = await getItem(messageKey(companyId, ticketId, id), true)
  if (!item) return undefined
  return { ...toMessageRow(item as Parameters<typeof toMessageRow>[0]), isImported: item.importedFrom !== undefined }
}

const indexedContent = ({ body, transcript, isDeleted }: MessageRow): string =>
  JSON.stringify([body, transcript, isDeleted])

/**
 * Writes the search items of a message and deletes those of its earlier texts; deletes all of them
 * if the message was deleted. Idempotent, and safe to run concurrently. A message whose removal has
 * begun gets no items. Costs two write units per item, two per hundred items, and two read units;
 * a message of an import leaves the items that it shares, which costs as much again the first time.
 */
export async function indexMessage(companyId: string, ticketId: string, id: string): Promise<void> {
  let message = await readMessage(companyId, ticketId, id)
  while (message) {
    if (message.isImported) await leaveWordRuns(companyId, [message])
    const wanted = wordWrites(message)
    if (!(await written(message, wanted))) return
    const kept = new Set(message.isDeleted ? [] : partitionsOf(wordsOfMessage(message)))
    const gone = everyPartitionOf(message).filter(letters => !kept.has(letters))
    await removeKeys(gone.map(letters => wordKey(companyId, letters, id)))
    // Another writer with a different text may have been overwritten by these writes.
    const now = await readMessage(companyId, ticketId, id)
    if (now && indexedContent(now) === indexedContent(message)) return
    message = now
  }
}

/**
 * Writes the items; returns false if the message's removal has begun, which deletes its pointer
 * first.
 */
async function written({ companyId, id }: MessageRow, wanted: readonly Write[]): Promise<boolean> {
  const isThere = check(
    'pointer',
    MESSAGE_POINTERS.check({ companyId, digest: messageDigest(id) }, { when: is => [is.exists()] }),
  )
  try {
    for (let i = 0; i < wanted.length; i += BATCH_SIZE) await transact([isThere, ...wanted.slice(i, i + BATCH_SIZE)])
    return true
  } catch (error) {
    if (error instanceof WriteConflict) return false
    throw error
  }
}
