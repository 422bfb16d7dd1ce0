import { setMetaPageState, type WhatsappRow } from '../data/channels/whatsapp.ts'
import { publishConnection } from './publish-connection.ts'

/**
 * Disconnects a metaPage: people see the reason, and that somebody has to sign in with Facebook
 * again.
 */
export async function disconnectMetaPage(row: WhatsappRow, reason: 'token' | 'logout'): Promise<void> {
  await publishConnection(await setMetaPageState(row.companyId, row.id, { reason }))
}
