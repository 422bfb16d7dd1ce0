import { AppError } from '@balcao/shared/errors.ts'
import { findMessageByWhatsappId } from '../../../data/tickets/message.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { assertSameRequest } from '../../../messaging/send-message.ts'
import { whatsappMessageId } from '../../../messaging/whatsapp-message-id.ts'
import { keepUpload } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'
import { fileDigest, requestDigest } from './request-digest.ts'

type Call = Parameters<Operations['messages']['create']>[1]

/** Returns the digest of a call, by which a repeated one is known. */
export const digestOf = ({ id }: TicketRow, { body }: Call, digests: readonly unknown[]): string =>
  requestDigest(id, body.body, body.quotedMsg ?? null, body.ptt ?? false, ...digests)

/** Returns the id of a call's message by its place; undefined without a key. */
export const idInCall = ({ whatsapp }: TicketRow, { body }: Call, place: number): string | undefined =>
  body.clientId && whatsappMessageId(whatsapp.id, body.clientId, ...(place > 0 ? [String(place)] : []))

/**
 * Returns the messages of an earlier call with the same key and content, for one that is refused
 * now: its template may have been paused, its ticket closed. Undefined unless that call sent all
 * of them, and for the files of a list, which may be others by now.
 * @throws ERR_IDEMPOTENCY_KEY_REUSED
 */
export async function sentBefore(ticket: TicketRow, call: Call): Promise<MessageRow[] | undefined> {
  const { body, files } = call
  if (body.fileListId) return undefined
  const sent = async (place: number) => {
    const id = idInCall(ticket, call, place)
    return id ? findMessageByWhatsappId(ticket.companyId, ticket.whatsapp.id, id) : undefined
  }
  const first = await sent(0)
  if (!first) return undefined
  const digests = await digestsIn(ticket, call)
  if (!digests) return undefined
  assertSameRequest(first, digestOf(ticket, call, digests))
  const media = files.length + body.uploads.length + (body.quickMessageId ? 1 : 0)
  // Audio has no text under it: the text is a message of its own, unless the file has a caption,
  // even an empty one (`contentsOf`).
  const caption = body.quickMessageId || files.length > 0 ? undefined : body.uploads[0]?.caption
  const isApart = first.mediaType === 'audio' && body.body.trim() !== '' && caption === undefined
  const count = body.template || body.poll ? 1 : Math.max(1, media) + (media > 0 && isApart ? 1 : 0)
  const others = await Promise.all(Array.from({ length: count - 1 }, (_, i) => sent(i + 1)))
  const all = [first, ...others].filter(message => message?.ticketId === ticket.id)
  return all.length === count ? (all as MessageRow[]) : undefined
}

/** Returns the digests that such a call has; undefined if a file is no longer there. */
async function digestsIn({ companyId, id }: TicketRow, { body, files }: Call): Promise<unknown[] | undefined> {
  try {
    const stored = [
      ...files.map(fileDigest),
      ...(await Promise.all(
        body.uploads.map(async upload => {
          const { key: _, ...described } = upload
          return [described, (await keepUpload(companyId, id, upload)).digest]
        }),
      )),
    ]
    if (body.template) return [['template', body.template, ...stored]]
    if (body.poll) return [['poll', body.poll]]
    return [...(body.quickMessageId ? [['quickMessage', body.quickMessageId]] : []), ...stored]
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
