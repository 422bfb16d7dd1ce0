import type { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { getWhatsapp } from '../../../data/channels/whatsapp.ts'
import { logger } from '../../../http/logger.ts'
import { GraphError } from '../../../integrations/meta/graph-error.ts'
import { sendAction } from '../../../integrations/meta/send.ts'
import { disconnectMetaPage } from '../../../messaging/disconnect-meta-page.ts'
import { metaPageTokenOf } from '../../../messaging/meta-page-token.ts'

/**
 * Sends that we read, or that somebody is typing. If it fails it is dropped: it would be outdated
 * later.
 */
export async function sendSigns(command: Extract<OutboundCommand, { type: 'read' | 'presence' }>): Promise<void> {
  const { companyId, connectionId, to } = command
  const connection = await getWhatsapp(companyId, connectionId)
  const token = connection && metaPageTokenOf(connection)
  if (!connection?.pageId || !token || !to.scoped) return
  const action =
    command.type === 'read' ? 'mark_seen' : command.presence === 'paused' ? 'typing_off' : ('typing_on' as const)
  try {
    await sendAction(action, { pageId: connection.pageId, token, to: to.scoped })
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    if (error.failure === 'token') await disconnectMetaPage(connection, 'token')
    else logger.info('a sign did not leave', { companyId, connectionId, error })
  }
}
