import { unsubscribeMetaPage } from '../areas/channels/facebook/unsubscribe-meta-page.ts'
import { deleteWhatsapp, type WhatsappRow } from '../data/channels/whatsapp.ts'
import { sendSessionCommand } from './session-command.ts'

/**
 * Stops a connection for good: its session host logs it out and forgets it, and Meta stops sending
 * a metaPage's events. Idempotent.
 */
export async function stopConnection(row: WhatsappRow): Promise<void> {
  const { companyId, id, accountId } = row
  if (accountId) await unsubscribeMetaPage(row)
  else await sendSessionCommand(companyId, id, 'forget')
  await deleteWhatsapp(companyId, id)
}
