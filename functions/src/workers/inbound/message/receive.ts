import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { configurationOf } from '../../../messaging/configuration.ts'
import { prepareMetaPageMessage } from '../meta-page-message.ts'
import { findSender } from './find-sender.ts'
import type { ReceivedMessage } from './message-state.ts'

/** Returns the message with its sender and configuration; undefined if there is nothing to do. */
export async function receive(event: InboundMessage): Promise<ReceivedMessage | undefined> {
  const message = event.chat.scoped ? await prepareMetaPageMessage(event) : event
  if (!message) return undefined
  const configuration = await configurationOf(message.companyId, message.connectionId)
  // The connection was deleted, and its conversations with it.
  if (!configuration) return undefined
  // `decide` would ignore it too, but this way nothing needs to be read.
  if (message.group && configuration.settings.CheckMsgIsGroup === 'enabled') return undefined
  return { message, configuration, ...(await findSender(message)) }
}
