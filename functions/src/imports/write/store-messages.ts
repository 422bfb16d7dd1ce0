/** Writes messages, each under the condition of its pointer, after their files and words. */
import { messageDigest } from '@balcao/shared/ids.ts'
import type { ImportedMessage } from '@balcao/shared/rules/imports/record.ts'
import { importedMessageId } from '../../data/imports/imported-row.ts'
import { transact, transactRepeatable, WriteConflict } from '../../data/table/transact.ts'
import { type MessageRow, pointersOf, restoredMessageWrites } from '../../data/tickets/message-row.ts'
import { wordRunWrites } from '../../data/tickets/word-runs.ts'
import { inParts } from '../../in-parts.ts'
import { type Changes, isMessage, type Place } from './conversation.ts'
import { fillMissingMedia } from './fill-media.ts'
import { inTransactions, readInParts, writeLoose } from './in-transactions.ts'
import { ledgerFor } from './ledger-for.ts'
import { otherSpelling } from './other-spelling.ts'
import { importedFrom, isOf, keptFile, type Outcome, type WriteContext, type Written } from './write-context.ts'

/** Number of files that are stored at once. */
const FILES = 4

type Item = { record: ImportedMessage; message: MessageRow; place: Place }

/** Returns what became of each message. */
export async function storeMessages(context: WriteContext, places: readonly Place[]): Promise<Written[]> {
  const { companyId, importId } = context
  const items: Item[] = places.flatMap(place => {
    const records = place.conversation.rows.filter(isMessage)
    return records.map((record, i) => ({ record, message: place.messages[i]!, place }))
  })
  if (items.length === 0) return []
  const outcomes = new Map<Item, Outcome>()
  const changes = new Map<Item, Changes>()
  // Ids of messages whose words are written.
  const worded = new Set<string>()
  /** Rows of messages that came before, or of twins that come now. */
  const came = new Map<Item, { ticketId: string; messageId: string }>()
  let left = items
  for (let round = 0; left.length > 0; round++) {
    const ids = left.map(({ message }) => message.id)
    const pointers = await readInParts(context.pace, ids, part => pointersOf(companyId, part))
    const fresh: Item[] = []
    /** Items whose messages this import stored before it was cut off. */
    const mine: Item[] = []
    const digests = new Map<string, Item>()
    for (const item of left) {
      const digest = messageDigest(item.message.id)
      const pointer = pointers.get(digest)
      const twin = digests.get(digest)
      const isElsewhere = pointer ? pointer.ticketId !== item.place.row.id : twin !== undefined
      if (isElsewhere && !isOtherSpelling(item)) {
        // Another conversation has a message of this id: these systems give it once per chat.
        item.message = withOtherId(item)
        round = 0
        fresh.push(item)
      } else if (pointer) {
        const isMine = isOf(importId, pointer.importedFrom)
        outcomes.set(item, isMine ? 'taken' : 'there')
        if (isMine) mine.push(item)
        if (pointer.importedFrom) came.set(item, pointer)
      } else if (twin) {
        outcomes.set(item, 'there')
        came.set(item, { ticketId: twin.message.ticketId, messageId: twin.message.id })
      } else {
        fresh.push(item)
        digests.set(digest, item)
      }
    }
    const renamed = fresh.filter(item => !digests.has(messageDigest(item.message.id)))
    left = renamed
    const now = fresh.filter(item => !renamed.includes(item))
    await inParts(now, FILES, async item => {
      if (!(await storeMedia(context, item)))
        changes.set(item, [{ reason: 'mediaMissing', detail: item.record.file?.path ?? '' }])
    })
    if (now.length > 0) {
      // Messages share items: where a run was cut off, they are those of the same messages again.
      const messages = new Map([...mine, ...now].map(({ message }) => [message.id, message]))
      for (const id of worded) messages.delete(id)
      await writeLoose(context.pace, wordRunWrites([...messages.values()]))
      for (const id of messages.keys()) worded.add(id)
    }
    const refused: Item[] = []
    await inParts(
      inTransactions(
        now,
        () => 2,
        0,
        ({ message }) => Buffer.byteLength(message.body) + 1500,
      ),
      context.pace.parallel,
      async group => {
        try {
          const writes = group.flatMap(({ message, record }) =>
            restoredMessageWrites(message, importedFrom(context, record.source.id)),
          )
          await transactRepeatable(writes)
          for (const item of group) outcomes.set(item, 'taken')
        } catch (error) {
          if (!(error instanceof WriteConflict) || round > 10) throw error
          refused.push(...group)
        }
      },
    )
    left = [...left, ...refused]
  }
  const filled = await fillMissingMedia(context, came)
  for (const [item, change] of filled) changes.set(item, [change])
  await noteAdded(
    context,
    items.filter(item => outcomes.get(item) === 'taken' || filled.get(item)?.reason === 'mediaAdded'),
  )
  return items.map(item => ({
    record: item.record,
    outcome: outcomes.get(item)!,
    ...(changes.has(item) ? { changes: changes.get(item)! } : {}),
  }))
}

const isOtherSpelling = ({ message, record }: Item): boolean => message.whatsappMessageId === otherSpelling(record)

/** Returns the message under an id that only its conversation has. */
const withOtherId = (item: Item): MessageRow => ({
  ...item.message,
  id: importedMessageId(item.message.connectionId, otherSpelling(item.record), item.record.createdAt),
  whatsappMessageId: otherSpelling(item.record),
})

/** Stores a message's file; returns false if there should be one, and cannot be read. */
async function storeMedia(context: WriteContext, { record, message }: Item): Promise<boolean> {
  if (!record.file?.path || !message.media) return true
  const key = `${context.companyId}/media/${message.ticketId}/${message.id}`
  const stored = await keptFile(context, record.file, key)
  if (!stored) return false
  const { error: _, ...media } = message.media
  message.media = { ...media, key, ...(stored.size === undefined ? {} : { size: stored.size }) }
  if (message.error === 'ERR_MEDIA_NOT_IMPORTED') message.error = null
  return true
}

/** Remembers tickets of earlier imports that got messages, or their files, of this one. */
async function noteAdded(context: WriteContext, items: readonly Item[]): Promise<void> {
  const places = items.map(({ place }) => place)
  const added = new Set(places.filter(({ known }) => known && known.importId !== context.importId))
  for (const { conversation, row } of added)
    try {
      await transact([ledgerFor(context, 'more', `${conversation.ticket.source.id}.${context.importId}`, row.id)])
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error
    }
}
