import { setPageState, toWireWhatsapp, type WhatsappRow } from '../data/channels/whatsapp.ts'
import { listQueues } from '../data/team/queue.ts'
import { publish } from '../realtime/publish.ts'

/** A page is connected no more: people see why, and that somebody has to sign in with Facebook again. */
export async function losePage(row: WhatsappRow, reason: 'token' | 'logout'): Promise<void> {
  const after = await setPageState(row.companyId, row.id, { reason })
  const whatsapp = toWireWhatsapp(after, await listQueues(row.companyId))
  await publish(row.companyId, 'whatsapp', { action: 'update', whatsapp })
}
