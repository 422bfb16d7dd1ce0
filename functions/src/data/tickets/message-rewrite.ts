/**
 * Edits and deletes a message. The message keeps its earlier texts, with who changed each of them.
 */
import type { UserRef } from '@balcao/shared/entities/user.ts'
import type { Change } from '../table/define-row.ts'
import { transact, update, type Write, WriteConflict } from '../table/transact.ts'
import { changeOf, rereadMessage } from './message.ts'
import type { MessageRow, StoredMessage } from './message-row.ts'
import { reindexed } from './message-words.ts'

/**
 * Maximum size (bytes) of the earlier texts of a message: together with the longest text they still
 * fit into an item (400 KB).
 */
const EARLIER_BYTES = 100_000
const EARLIER_COUNT = 20

type Rewrite = {
  /** User who makes the change; null for the contact and the business phone. */
  by?: UserRef | null
  /** Further writes of the same transaction. */
  extra?: readonly Write[]
}

/** Returns the newest of the earlier texts that may be kept, oldest first. */
function keptBodies(bodies: readonly string[]): string[] {
  const kept: string[] = []
  let bytes = 0
  for (const body of bodies.slice(-EARLIER_COUNT).toReversed()) {
    bytes += Buffer.byteLength(body)
    if (bytes > EARLIER_BYTES) break
    kept.unshift(body)
  }
  return kept
}

/**
 * Changes a message under a condition, with further writes. Returns undefined if the condition
 * failed.
 */
const rewrite = (message: MessageRow, extra: readonly Write[], change: Change<StoredMessage>) =>
  reindexed(message, async () => {
    try {
      await transact([update('message', changeOf(message, change)), ...extra])
    } catch (error) {
      if (error instanceof WriteConflict) return undefined
      throw error
    }
    return rereadMessage(message)
  })

/**
 * Replaces `message.body`, which is kept as an earlier text. Returns undefined if the message was
 * deleted, or changed meanwhile.
 */
export const editMessage = (message: MessageRow, body: string, { by = null, extra = [] }: Rewrite = {}) =>
  rewrite(message, extra, {
    set: {
      body,
      earlierBodies: keptBodies([...message.earlierBodies, message.body]),
      edits: [...message.edits, { at: Date.now(), by }].slice(-EARLIER_COUNT),
    },
    remove: ['editedUnseen'],
    when: is => [is.equal('body', message.body), is.absent('isDeleted')],
  })

/**
 * Marks a message as edited to a text that cannot be read. Returns undefined if the message is
 * already marked or deleted.
 */
export const markEditedUnseen = (message: MessageRow) =>
  rewrite(message, [], {
    set: { editedUnseen: true },
    when: is => [is.absent('isDeleted'), is.absent('editedUnseen')],
  })

/**
 * Marks a message as deleted; its text stays in the table. Returns undefined if the message is
 * already deleted.
 */
export const markDeleted = (message: MessageRow, { by = null, extra = [] }: Rewrite = {}) =>
  rewrite(message, extra, {
    set: { isDeleted: true, deletion: { at: Date.now(), by } },
    remove: ['fileId'],
    when: is => [is.absent('isDeleted')],
  })
