import { showWhatsapp } from '../data/channels/show-whatsapp.ts'
import { setMetaPageState, type WhatsappRow } from '../data/channels/whatsapp.ts'
import { publish } from '../realtime/publish.ts'

/**
 * Disconnects a metaPage: people see the reason, and that somebody has to sign in with Facebook
 * again.
 */
export async function disconnectMetaPage(row: WhatsappRow, reason: 'token' | 'logout'): Promise<void> {
  const after = await setMetaPageState(row.companyId, row.id, { reason })
  const whatsapp = await showWhatsapp(after)
  await publish(row.companyId, 'whatsapp', { action: 'update', whatsapp })
}
