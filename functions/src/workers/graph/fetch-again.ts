import type { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { isCloudSource } from '@balcao/shared/rules/cloud-media.ts'
import { getWhatsapp } from '../../data/channels/whatsapp.ts'
import { findMessageByWhatsappId } from '../../data/tickets/message.ts'
import { storeCloudMedia } from '../../integrations/meta/cloud/store-cloud-media.ts'
import { storeMetaPageMedia } from '../../integrations/meta/fetch-medium.ts'
import { cloudTokenOf } from '../../messaging/cloud-token.ts'
import { metaPageTokenOf } from '../../messaging/meta-page-token.ts'
import { enqueueInbound } from './enqueue-inbound.ts'

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
  const wanted = { ...message.media, source }
  const whose = { companyId, connectionId }
  const media = isCloudSource(source)
    ? await storeCloudMedia(wanted, { ...whose, token: cloudTokenOf(connection) })
    : await storeMetaPageMedia(wanted, { ...whose, token: metaPageTokenOf(connection) })
  await enqueueInbound(
    { type: 'media', companyId, connectionId, whatsappMessageId, media },
    { lid: whatsappMessageId },
    newId(),
  )
}
