import type { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { getWhatsapp } from '../../../data/channels/whatsapp.ts'
import { findMessageByWhatsappId } from '../../../data/tickets/message.ts'
import { storeMetaPageMedia } from '../../../integrations/meta/fetch-medium.ts'
import { metaPageTokenOf } from '../../../messaging/meta-page-token.ts'
import { enqueueInbound } from '../enqueue-inbound.ts'

/** Downloads a media file again after a failed download. */
export async function fetchAgain({
  companyId,
  connectionId,
  whatsappMessageId,
  source,
}: Extract<OutboundCommand, { type: 'fetchMedia' }>): Promise<void> {
  const [connection, message] = await Promise.all([
    getWhatsapp(companyId, connectionId),
    findMessageByWhatsappId(companyId, connectionId, whatsappMessageId),
  ])
  if (!connection || !message?.media || message.media.key) return
  const whose = { companyId, connectionId, token: metaPageTokenOf(connection) }
  const media = await storeMetaPageMedia({ ...message.media, source }, whose)
  await enqueueInbound(
    { type: 'media', companyId, connectionId, whatsappMessageId, media },
    { lid: whatsappMessageId },
    newId(),
  )
}
