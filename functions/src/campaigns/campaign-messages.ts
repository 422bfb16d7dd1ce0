import type { MessageCampaign } from '@balcao/shared/entities/message.ts'
import { messageId } from '@balcao/shared/ids.ts'
import type { Part } from '../data/campaigns/campaign-recipient.ts'
import type { NewMessage } from '../data/tickets/message-row.ts'
import { shownAs } from '../messaging/outgoing.ts'

/** Returns the sent parts as messages of a ticket, in order, each a moment after the one before. */
export async function campaignMessages(
  { id: campaignId, name }: MessageCampaign,
  connectionId: string,
  parts: readonly Part[],
  at: number,
  ack = 0,
): Promise<NewMessage[]> {
  return Promise.all(
    parts.map(async ({ id, content }, part) => ({
      id: await messageId(connectionId, id, at + part),
      connectionId,
      whatsappMessageId: id,
      fromMe: true,
      origin: 'campaign' as const,
      campaign: { id: campaignId, name },
      ack,
      ...shownAs(content),
    })),
  )
}
