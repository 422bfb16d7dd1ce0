import { setCloudState, type WhatsappRow } from '../data/channels/whatsapp.ts'
import { publishConnection } from './publish-connection.ts'

/**
 * Disconnects a cloud number: people see the reason, and somebody has to give a new token. What
 * Meta said about an earlier token, or about one that somebody took away, changes nothing.
 * @param row the connection with the token that Meta was asked with
 */
export async function disconnectCloudNumber(
  row: WhatsappRow,
  reason: 'token' | 'logout' | 'permission' | 'banned' | 'numberGone',
): Promise<void> {
  const after = await setCloudState(row.companyId, row.id, { reason }, reason === 'logout' ? undefined : row)
  await publishConnection(after)
}
