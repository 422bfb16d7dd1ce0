import { showWhatsapp } from '../data/channels/show-whatsapp.ts'
import { setCloudState, type WhatsappRow } from '../data/channels/whatsapp.ts'
import { publish } from '../realtime/publish.ts'

/** Disconnects a cloud number: people see the reason, and somebody has to give a new token. */
export async function disconnectCloudNumber(
  row: WhatsappRow,
  reason: 'token' | 'logout' | 'permission' | 'banned' | 'numberGone',
): Promise<void> {
  const after = await setCloudState(row.companyId, row.id, { reason })
  await publish(row.companyId, 'whatsapp', { action: 'update', whatsapp: await showWhatsapp(after) })
}
