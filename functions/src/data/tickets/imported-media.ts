/**
 * Files of messages of another system that came after their messages: a later import brought them,
 * and its removal takes them away.
 */
import type { StoredMedia } from '@balcao/shared/events/queues.ts'
import { batchItems } from '../table/batch-items.ts'
import { transact, update, WriteConflict } from '../table/transact.ts'
import { MESSAGES, type MessageRow, messageKey, type StoredMessage, toMessageRow } from './message-row.ts'

/** Message with the import that brought its file later, if one did. */
export type ImportedMessage = MessageRow & { mediaFrom: string | undefined }

/** Reads messages by their tickets and ids, consistently. */
export async function importedMessages(
  companyId: string,
  places: readonly { ticketId: string; messageId: string }[],
): Promise<Map<string, ImportedMessage>> {
  const keys = new Map(places.map(({ ticketId, messageId }) => [messageId, messageKey(companyId, ticketId, messageId)]))
  const found = await batchItems<Record<string, unknown>>([...keys.values()], MESSAGES.attributes, true)
  return new Map(
    found.map(item => {
      const row = MESSAGES.parse(item)!
      return [row.id, { ...toMessageRow(row), mediaFrom: row.mediaFrom }]
    }),
  )
}

/**
 * Gives a message its file. Nothing else of it changes but the error that says the file is missing.
 * @returns false if it has a file by now, or was deleted here
 */
export const fillMedia = (
  { companyId, ticketId, id, error }: MessageRow,
  media: StoredMedia,
  importId: string,
): Promise<boolean> =>
  isDone(
    { companyId, ticketId, id },
    {
      set: { media, fileId: id, mediaFrom: importId },
      remove: error === 'ERR_MEDIA_NOT_IMPORTED' ? ['error'] : [],
      when: is => [is.absent('media.key'), is.absent('deletion')],
    },
  )

type Ids = Pick<StoredMessage, 'companyId' | 'ticketId' | 'id'>

/** Leaves a message without the file that an import brought later; the object is the caller's. */
export const emptyMedia = (
  ids: Ids,
  { key: _, size: __, ...media }: StoredMedia,
  importId: string,
  error: MessageRow['error'] | undefined,
): Promise<boolean> =>
  isDone(ids, {
    set: { media: { ...media, error: 'ERR_WAPP_DOWNLOAD_MEDIA' }, error: error ?? 'ERR_MEDIA_NOT_IMPORTED' },
    remove: ['fileId', 'mediaFrom'],
    when: is => [is.equal('mediaFrom', importId)],
  })

async function isDone(ids: Ids, change: Parameters<typeof MESSAGES.change>[1]): Promise<boolean> {
  try {
    await transact([update('message', MESSAGES.change(ids, change))])
    return true
  } catch (error) {
    if (error instanceof WriteConflict) return false
    throw error
  }
}
