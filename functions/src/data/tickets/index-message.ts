/** Brings what a message is found by up to what it says. */
import { tableName } from '../table/client.ts'
import { getItem } from '../table/get-item.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { check, MOST_WRITES, transact, type Write, WriteRefused } from '../table/transact.ts'
import { type MessageRow, messageKey, messagePointerKey, toMessageRow } from './message-row.ts'
import { everyPartitionOf, partitionsOf, wordKey, wordsOfMessage, wordWrites } from './message-words.ts'

/** Of the writes of a transaction one looks whether the message is still there. */
const AT_ONCE = MOST_WRITES - 1

async function readMessage(companyId: string, ticketId: string, id: string): Promise<MessageRow | undefined> {
  const item = await getItem(messageKey(companyId, ticketId, id), true)
  return item && toMessageRow(item as Parameters<typeof toMessageRow>[0])
}

const saying = ({ body, transcript, isDeleted }: MessageRow): string => JSON.stringify([body, transcript, isDeleted])

/**
 * Writes the items of a message and takes away those of what it said before; all of them when it was deleted. May run again, and beside
 * itself. A message whose removal has begun gets none. Two write units an item, two a hundred of them, and two read units.
 */
export async function indexMessage(companyId: string, ticketId: string, id: string): Promise<void> {
  let message = await readMessage(companyId, ticketId, id)
  while (message) {
    const wanted = wordWrites(message)
    if (!(await written(message, wanted))) return
    const kept = new Set(message.isDeleted ? [] : partitionsOf(wordsOfMessage(message)))
    const gone = everyPartitionOf(message).filter(letters => !kept.has(letters))
    await removeKeys(gone.map(letters => wordKey(companyId, letters, id)))
    // Whoever came with another text meanwhile may have been overtaken by these writes.
    const now = await readMessage(companyId, ticketId, id)
    if (now && saying(now) === saying(message)) return
    message = now
  }
}

/** False when the message's removal has begun: its pointer goes first. */
async function written({ companyId, id }: MessageRow, wanted: readonly Write[]): Promise<boolean> {
  const isThere = check('pointer', {
    TableName: tableName(),
    Key: messagePointerKey(companyId, id),
    ConditionExpression: 'attribute_exists(pk)',
  })
  try {
    for (let i = 0; i < wanted.length; i += AT_ONCE) await transact([isThere, ...wanted.slice(i, i + AT_ONCE)])
    return true
  } catch (error) {
    if (error instanceof WriteRefused) return false
    throw error
  }
}
