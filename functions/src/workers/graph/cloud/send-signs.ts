import type { OutboundCommand, Peer } from '@balcao/shared/events/queues.ts'
import { getWhatsapp } from '../../../data/channels/whatsapp.ts'
import { aliasesOf, lidAlias, numberAlias } from '../../../data/contacts/contact-row.ts'
import { listMessages } from '../../../data/tickets/message.ts'
import { findLiveTicket } from '../../../data/tickets/ticket.ts'
import { logger } from '../../../http/logger.ts'
import { lossOf } from '../../../integrations/meta/cloud/cloud-errors.ts'
import { markCloudRead } from '../../../integrations/meta/cloud/send.ts'
import { GraphError } from '../../../integrations/meta/graph-error.ts'
import { disconnectCloudNumber } from '../../../messaging/disconnect-cloud-number.ts'
import { senderOf } from './send-to-cloud.ts'

/** Messages among which the person's last one is looked for. */
const MAX_MESSAGES = 20

type Sign = Extract<OutboundCommand, { type: 'read' | 'presence' }>

/**
 * Sends that we read, or that somebody is typing: Meta takes both with the person's last message,
 * and reading one reads those before it. If it fails it is dropped: it would be outdated later.
 */
export async function sendSigns(command: Sign): Promise<void> {
  const { companyId, connectionId, to } = command
  // Meta ends the sign of typing by itself.
  if (command.type === 'presence' && command.presence === 'paused') return
  const connection = await getWhatsapp(companyId, connectionId)
  const sender = connection && senderOf(connection)
  if (!connection || !sender) return
  // The newest comes first.
  const wamid =
    command.type === 'read' ? command.whatsappMessageIds[0] : await lastReceived(companyId, connectionId, to)
  if (!wamid) return
  try {
    await markCloudRead(sender, wamid, command.type === 'presence')
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    const loss = error.code === undefined ? undefined : lossOf(error.code, error.subcode)
    if (loss) await disconnectCloudNumber(connection, loss)
    else logger.info('a sign did not leave', { companyId, connectionId, error })
  }
}

async function lastReceived(
  companyId: string,
  connectionId: string,
  { number, lid }: Peer,
): Promise<string | undefined> {
  const alias = number ? numberAlias(number) : lid ? lidAlias(lid) : undefined
  const contactId = alias && (await aliasesOf(companyId, [alias])).get(alias)
  const ticket = contactId ? await findLiveTicket(companyId, connectionId, contactId) : undefined
  if (!ticket) return undefined
  const messages = await listMessages(companyId, ticket.id, { limit: MAX_MESSAGES })
  return messages.find(({ fromMe }) => !fromMe)?.whatsappMessageId
}
