import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { isCloudSource } from '@balcao/shared/rules/cloud-media.ts'
import { messageOfMid } from '../../data/channels/meta-page-send.ts'
import { getWhatsapp } from '../../data/channels/whatsapp.ts'
import { isMessageStored } from '../../data/tickets/message.ts'
import { storeCloudMedia } from '../../integrations/meta/cloud/store-cloud-media.ts'
import { cloudTokenOf } from '../../messaging/cloud-token.ts'
import { nameOrderedProducts } from './name-ordered-products.ts'

/**
 * Prepares a cloud number's message for the steps that all messages take; undefined when it is the
 * echo of one we sent. A quotation of our message names it by Meta's id. Media of a stored message
 * is not downloaded again.
 */
export async function prepareCloudMessage(message: InboundMessage): Promise<InboundMessage | undefined> {
  const { companyId, connectionId, whatsappMessageId, fromMe, quotedWhatsappId } = message
  const [isStored, own, quoted] = await Promise.all([
    isMessageStored(companyId, connectionId, whatsappMessageId),
    fromMe ? messageOfMid(companyId, connectionId, whatsappMessageId) : undefined,
    quotedWhatsappId ? messageOfMid(companyId, connectionId, quotedWhatsappId) : undefined,
  ])
  if (own) return undefined
  const known = quoted ? { ...message, quotedWhatsappId: quoted } : message
  return isStored ? known : withMedia(await nameOrderedProducts(known))
}

/** Returns the message with its media in the bucket, or with the reason why it is missing. */
async function withMedia(message: InboundMessage): Promise<InboundMessage> {
  const { companyId, connectionId, media } = message
  if (!media || media.key || media.error || !isCloudSource(media.source)) return message
  const connection = await getWhatsapp(companyId, connectionId)
  if (!connection) return message
  const stored = await storeCloudMedia(media, { companyId, connectionId, token: cloudTokenOf(connection) })
  return { ...message, media: stored }
}
