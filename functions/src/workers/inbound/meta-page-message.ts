import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { isMetaPageSource } from '@balcao/shared/rules/meta-page-media.ts'
import { finishMetaPageSend, messageOfMid, metaPageSendOf } from '../../data/channels/meta-page-send.ts'
import { getWhatsapp } from '../../data/channels/whatsapp.ts'
import { aliasesOf, scopedAlias } from '../../data/contacts/contact-row.ts'
import { conversationStateOf } from '../../data/tickets/live-ticket.ts'
import { isMessageStored, listMessages } from '../../data/tickets/message.ts'
import type { MessageRow } from '../../data/tickets/message-row.ts'
import { storeMetaPageMedia } from '../../integrations/meta/fetch-medium.ts'
import { metaPageTokenOf } from '../../messaging/meta-page-token.ts'

/**
 * Prepares a metaPage's message for the steps that all messages take; undefined when it is our own.
 * Media of a stored message is not downloaded again.
 */
export async function prepareMetaPageMessage(message: InboundMessage): Promise<InboundMessage | undefined> {
  const { companyId, connectionId, whatsappMessageId } = message
  if (await isMessageStored(companyId, connectionId, whatsappMessageId)) return message
  return (await isOwnEcho(message)) ? undefined : withMedia(message)
}

/** Returns whether the message is the echo of one we sent, which is stored already. */
async function isOwnEcho(message: InboundMessage): Promise<boolean> {
  const { companyId, connectionId: whatsappId, whatsappMessageId, echo } = message
  if (!echo) return false
  const mid = whatsappMessageId.replace(/#\d+$/, '')
  const [, messageId, part] = /^([0-9A-F]{20,40}):(\d)$/i.exec(echo.metadata) ?? []
  const sent = messageId ? await metaPageSendOf({ companyId, whatsappId, messageId }) : undefined
  if (messageId && sent) {
    // The sending process may have died before Meta's answer arrived: this event is the answer.
    if (sent.sendingAt !== null && sent.mids.length === Number(part))
      await finishMetaPageSend({ companyId, whatsappId, messageId }, sent, mid)
    return true
  }
  return (await messageOfMid(companyId, whatsappId, mid)) !== undefined || (await isUnderWay(message, mid))
}

/**
 * Returns whether the echo matches a message under way. Instagram's echo carries no id of ours, and
 * may arrive before the answer to the sender, or instead of it. It is about the message under way
 * with the same content; if the answer still arrives, it adds nothing.
 */
async function isUnderWay(message: InboundMessage, mid: string): Promise<boolean> {
  const { companyId, connectionId: whatsappId } = message
  const waiting = await unsentWithSameText(message)
  if (!waiting) return false
  const sending = { companyId, whatsappId, messageId: waiting.whatsappMessageId }
  const sent = await metaPageSendOf(sending)
  // The answer may have arrived between the two reads.
  if (await messageOfMid(companyId, whatsappId, mid)) return true
  if (!sent?.sendingAt) return false
  await finishMetaPageSend(sending, sent, mid)
  return true
}

async function unsentWithSameText({
  companyId,
  connectionId,
  chat,
  kind,
  body,
}: InboundMessage): Promise<MessageRow | undefined> {
  const alias = chat.scoped ? scopedAlias(chat.scoped) : ''
  const contactId = (await aliasesOf(companyId, [alias])).get(alias)
  if (!contactId) return undefined
  const { liveTicketId, lastClosed } = await conversationStateOf(companyId, connectionId, contactId)
  // A farewell is sent into a closed ticket.
  for (const ticketId of [liveTicketId, lastClosed?.ticketId]) {
    const last = ticketId ? await listMessages(companyId, ticketId, { limit: 20 }) : []
    const unsent = last.findLast(
      each =>
        each.fromMe &&
        each.ack === 0 &&
        !each.error &&
        (kind === 'media' ? each.media !== null : each.body.includes(body)),
    )
    if (unsent) return unsent
  }
  return undefined
}

/** Returns the message with its media in the bucket, or with the reason why it is missing. */
async function withMedia(message: InboundMessage): Promise<InboundMessage> {
  const { companyId, connectionId, media } = message
  if (!media || media.key || media.error || !isMetaPageSource(media.source)) return message
  const connection = await getWhatsapp(companyId, connectionId)
  if (!connection) return message
  const stored = await storeMetaPageMedia(media, { companyId, connectionId, token: metaPageTokenOf(connection) })
  return { ...message, media: stored }
}
