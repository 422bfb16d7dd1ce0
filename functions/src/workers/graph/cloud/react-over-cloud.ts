import type { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { metaPageSendOf } from '../../../data/channels/meta-page-send.ts'
import { getWhatsapp } from '../../../data/channels/whatsapp.ts'
import { logger } from '../../../http/logger.ts'
import { lossOf } from '../../../integrations/meta/cloud/cloud-errors.ts'
import { recipientOf } from '../../../integrations/meta/cloud/peer-of.ts'
import { sendCloudMessage } from '../../../integrations/meta/cloud/send.ts'
import { GraphError } from '../../../integrations/meta/graph-error.ts'
import { disconnectCloudNumber } from '../../../messaging/disconnect-cloud-number.ts'
import { ComesLater } from '../../batch.ts'
import { type Attempt, isLastAttempt, secondsUntilAgain } from './retry-pauses.ts'
import { retryRule } from './send-parts.ts'
import { senderOf } from './send-to-cloud.ts'

/**
 * Reacts to a message of either side. A reaction replaces the earlier one, so it may be sent twice;
 * one that Meta refuses is dropped.
 */
export async function reactOverCloud(
  command: Extract<OutboundCommand, { type: 'react' }>,
  attempt: Attempt,
): Promise<void> {
  const { companyId, connectionId, whatsappMessageId: messageId, fromMe, emoji, to } = command
  const connection = await getWhatsapp(companyId, connectionId)
  const sender = connection && senderOf(connection)
  const wamid = fromMe ? (await metaPageSendOf({ companyId, whatsappId: connectionId, messageId }))?.mids[0] : messageId
  const person = recipientOf(to)
  if (!connection || !sender || !wamid || !person) return
  try {
    await sendCloudMessage(sender, { type: 'reaction', content: { message_id: wamid, emoji } }, { to: person })
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    const loss = error.code === undefined ? undefined : lossOf(error.code, error.subcode)
    if (loss) await disconnectCloudNumber(connection, loss)
    else if (retryRule(error) !== 'never' && !isLastAttempt(attempt))
      throw new ComesLater(secondsUntilAgain('later', attempt), { cause: error })
    logger.info('a reaction was refused', { companyId, connectionId, error })
  }
}
