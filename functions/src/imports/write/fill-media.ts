/**
 * Brings the files of messages that came before without them: an earlier run had no media folder,
 * or one in which they were missing.
 */

import { placeOf } from '@balcao/shared/message-place.ts'
import type { ImportedMessage } from '@balcao/shared/rules/imports/record.ts'
import { fillMedia, importedMessages } from '../../data/tickets/imported-media.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import { changeTicket } from '../../data/tickets/ticket.ts'
import { inParts } from '../../in-parts.ts'
import type { Changes } from './conversation.ts'
import { keptFile, type WriteContext } from './write-context.ts'

/** Number of files that are stored at once. */
const FILES = 4

type Change = Changes[number]

/**
 * Stores the files that are missing here and are in the media folder by now.
 * @param came rows of messages that came before
 * @returns what is to be said of a message. Of a file that this import brought before its process
 * ended the same is said again.
 */
export async function fillMissingMedia<T extends { record: ImportedMessage }>(
  context: WriteContext,
  came: ReadonlyMap<T, { ticketId: string; messageId: string }>,
): Promise<Map<T, Change>> {
  const withFile = [...came].filter(([{ record }]) => record.file?.path)
  const changes = new Map<T, Change>()
  if (withFile.length === 0) return changes
  const rows = await importedMessages(
    context.companyId,
    withFile.map(([, place]) => place),
  )
  await inParts(withFile, FILES, async ([one, { messageId }]) => {
    const row = rows.get(messageId)
    const reason = row?.media && (await fill(context, one.record, row, row.mediaFrom))
    if (reason) changes.set(one, { reason, detail: one.record.file?.path ?? '' })
  })
  return changes
}

async function fill(
  context: WriteContext,
  { file }: ImportedMessage,
  row: MessageRow,
  mediaFrom: string | undefined,
): Promise<'mediaAdded' | 'mediaMissing' | undefined> {
  const { error: _, ...media } = row.media!
  if (!media.key) {
    if (row.deletion) return undefined
    const key = `${context.companyId}/media/${row.ticketId}/${row.id}`
    const stored = await keptFile(context, file, key)
    if (!stored) return 'mediaMissing'
    const { size } = stored
    if (!(await fillMedia(row, { ...media, key, ...(size === undefined ? {} : { size }) }, context.importId)))
      return undefined
  } else if (mediaFrom !== context.importId) return undefined
  if (row.fromMe && (row.error === null || row.error === 'ERR_MEDIA_NOT_IMPORTED')) await showAsSent(row)
  return 'mediaAdded'
}

/** Takes the mark of a failure from the list that shows the message as the newest. */
const showAsSent = ({ companyId, ticketId, id }: MessageRow) =>
  changeTicket(companyId, ticketId, ({ last }) =>
    last?.failed && last.place === placeOf(id)
      ? { set: { last: { ...last, failed: false } }, touch: false }
      : undefined,
  )
