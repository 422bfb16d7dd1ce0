import { unsubscribeMetaPage } from '../areas/channels/facebook/unsubscribe-meta-page.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { sendSessionCommand } from './session-command.ts'
import { unsubscribeCloudNumber } from './unsubscribe-cloud-number.ts'

/**
 * Makes the provider let go of a connection that is deleted: a session host logs it out and forgets
 * it, Meta stops sending the events of
 * a metaPage or a cloud number. Idempotent.
 */
export async function releaseConnection(row: WhatsappRow): Promise<void> {
  switch (row.provider) {
    case 'web':
      return sendSessionCommand(row.companyId, row.id, 'forget')
    case 'graph':
      return unsubscribeMetaPage(row)
    case 'cloud':
      return unsubscribeCloudNumber(row)
  }
}
