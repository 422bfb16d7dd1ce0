import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { providerOf } from '../../../data/channels/provider-of.ts'
import { countBlockedMessage } from '../../../data/contacts/blocked-message.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import { removeObjects } from '../../../integrations/storage.ts'
import { configurationOf } from '../../../messaging/configuration.ts'
import { prepareCloudMessage } from '../cloud-message.ts'
import { prepareMetaPageMessage } from '../meta-page-message.ts'
import { findSender } from './find-sender.ts'
import type { ReceivedMessage } from './message-state.ts'

/**
 * Returns the message with its sender and configuration; undefined if there is nothing to do, as
 * for a blocked contact's: it is counted, and its file deleted.
 */
export async function receive(event: InboundMessage): Promise<ReceivedMessage | undefined> {
  const message = await prepared(event)
  if (!message) return undefined
  const configuration = await configurationOf(message.companyId, message.connectionId)
  // The connection was deleted, and its conversations with it.
  if (!configuration) return undefined
  // `decide` would ignore it too, but this way nothing needs to be read.
  if (message.group && configuration.settings.CheckMsgIsGroup === 'enabled') return undefined
  const sender = await findSender(message)
  if (sender.contact.blocked) return dropBlocked(message, sender.contact)
  return { message, configuration, ...sender }
}

/** Counts a message that is not taken, and deletes the file that came with it. */
async function dropBlocked({ companyId, media, receivedAt }: InboundMessage, contact: ContactRow): Promise<undefined> {
  if (media?.key) await removeObjects([media.key])
  await countBlockedMessage(companyId, contact.id, receivedAt)
}

/** Returns the message as its provider's steps prepare it; undefined when it is our own. */
async function prepared(event: InboundMessage): Promise<InboundMessage | undefined> {
  if (event.chat.scoped) return prepareMetaPageMessage(event)
  return (await providerOf(event.companyId, event.connectionId)) === 'cloud' ? prepareCloudMessage(event) : event
}
