import { cutText } from '@balcao/shared/rules/cut-text.ts'
import type { ImportedMessage, ImportedNote } from '@balcao/shared/rules/imports/record.ts'
import { importedMessageId } from '../../data/imports/imported-row.ts'
import { type MessageRow, messageOf } from '../../data/tickets/message-row.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { isMessage } from './conversation.ts'
import type { WriteContext } from './write-context.ts'

/** Returns the rows of a ticket's messages; those with a file have it once it is stored. */
export function messagesOf(
  context: WriteContext,
  ticket: TicketRow,
  rows: readonly (ImportedMessage | ImportedNote)[],
): MessageRow[] {
  return rows.filter(isMessage).map(record => messageRowOf(context, ticket, record))
}

function messageRowOf(context: WriteContext, ticket: TicketRow, record: ImportedMessage): MessageRow {
  const connectionId = ticket.whatsapp.id
  const { quoted, file, location, sender } = record
  const user = record.userId === null ? undefined : context.users.get(record.userId)
  const id = importedMessageId(connectionId, record.whatsappId, record.createdAt)
  const row = messageOf(ticket, {
    id,
    connectionId,
    whatsappMessageId: record.whatsappId,
    body: record.body,
    fromMe: record.fromMe,
    mediaType: record.mediaType,
    origin: record.origin,
    ack: record.failed ? 0 : record.ack,
    media: file && {
      kind: file.kind,
      mimetype: file.mimetype,
      fileName: file.fileName,
      ...(file.ptt ? { ptt: true } : {}),
      ...(file.seconds === null ? {} : { seconds: file.seconds }),
      error: 'ERR_WAPP_DOWNLOAD_MEDIA',
    },
    location: location && {
      latitude: location.latitude,
      longitude: location.longitude,
      ...(location.name ? { name: location.name } : {}),
      ...(location.address ? { address: location.address } : {}),
    },
    vcards: record.vcards,
    transcript: record.transcript,
    quoted: quoted && {
      id: importedMessageId(connectionId, quoted.whatsappId, quoted.createdAt),
      body: cutText(quoted.body, 1000),
      fromMe: quoted.fromMe,
      mediaType: quoted.mediaType,
      name: quoted.name,
    },
    error: record.failed ? 'ERR_SENDING_WAPP_MSG' : file ? 'ERR_MEDIA_NOT_IMPORTED' : null,
    sender,
    user: user ?? null,
    forwarded: record.forwarded,
  })
  return {
    ...row,
    isDeleted: record.isDeleted,
    isEdited: record.isEdited,
    earlierBodies: fitting(record.earlierTexts.map(({ body }) => body)),
    reactions: record.reactions.slice(-100).map(({ userId, ...reaction }) => ({
      ...reaction,
      ...(userId && context.users.has(userId) ? { userId: context.users.get(userId)!.id } : {}),
    })),
  }
}

/** Bytes of earlier texts that a row keeps: an item has at most 400 KB. */
const EARLIER_BYTES = 100_000

/** Returns the latest texts that fit into a row. */
function fitting(texts: readonly string[]): string[] {
  let bytes = 0
  const kept = texts.toReversed().filter(text => {
    bytes += Buffer.byteLength(text)
    return bytes <= EARLIER_BYTES
  })
  return kept.toReversed()
}
