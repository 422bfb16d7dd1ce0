import { replacementOf } from './replacement-connection.ts'
import { getWhatsapp, type WhatsappRow } from './whatsapp.ts'

/**
 * Maximum length of a chain of successors: a successor may itself have been deleted and have one.
 * It existed when it was named, so a chain has no cycle.
 */
const MAX_REPLACEMENTS = 20

/**
 * Returns the connection that now serves `connectionId`: itself, or its successor if it was
 * deleted; undefined if there is none. The reads are consistent: one read unit, two more for each
 * deleted connection.
 */
export async function currentConnection(companyId: string, connectionId: string): Promise<WhatsappRow | undefined> {
  let id: string | undefined = connectionId
  for (let looked = 0; id !== undefined && looked < MAX_REPLACEMENTS; looked++) {
    const connection = await getWhatsapp(companyId, id, true)
    if (connection) return connection
    id = await replacementOf(companyId, id)
  }
  return undefined
}
