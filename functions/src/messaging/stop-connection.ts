import { deleteWhatsapp, type WhatsappRow } from '../data/channels/whatsapp.ts'
import { releaseConnection } from './release-connection.ts'

/** Stops a connection for good: its provider lets go of it, then it is deleted. Idempotent. */
export async function stopConnection(row: WhatsappRow): Promise<void> {
  await releaseConnection(row)
  await deleteWhatsapp(row.companyId, row.id)
}
