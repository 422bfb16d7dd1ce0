import { heirOf } from './connection-heir.ts'
import { getWhatsapp, type WhatsappRow } from './whatsapp.ts'

/** An heir may have been deleted too, and have another; it was there when it inherited, so a chain has no circle. */
const MOST_HEIRS = 20

/**
 * Returns the connection that serves what names `connectionId`: itself, or the one its work was given to when it was deleted;
 * undefined when there is none any more. Consistent: one read unit, two more for each that was deleted.
 */
export async function presentConnection(companyId: string, connectionId: string): Promise<WhatsappRow | undefined> {
  let id: string | undefined = connectionId
  for (let looked = 0; id !== undefined && looked < MOST_HEIRS; looked++) {
    const connection = await getWhatsapp(companyId, id, true)
    if (connection) return connection
    id = await heirOf(companyId, id)
  }
  return undefined
}
