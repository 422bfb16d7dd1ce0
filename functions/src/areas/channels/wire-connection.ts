import { mayDo } from '@balcao/shared/access.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { toWireWhatsapp, type WhatsappRow } from '../../data/channels/whatsapp.ts'
import { listQueues } from '../../data/team/queue.ts'
import type { UserContext } from '../../http/context.ts'

/** Connections as the caller may see them: the QR pairs a phone, so it is for those who may pair one. */
export async function wireConnections({ companyId, actor }: UserContext, rows: WhatsappRow[]): Promise<Whatsapp[]> {
  const queues = await listQueues(companyId)
  const showsQr = mayDo('actionButtons', actor)
  return rows.map(row => toWireWhatsapp(showsQr ? row : { ...row, qrcode: '' }, queues))
}
