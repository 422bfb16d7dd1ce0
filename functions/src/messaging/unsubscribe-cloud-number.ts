import { connectionsOfAccount } from '../data/channels/meta-page-account.ts'
import { getWhatsapp, type WhatsappRow } from '../data/channels/whatsapp.ts'
import { logger } from '../http/logger.ts'
import { unsubscribeAccount } from '../integrations/meta/cloud/cloud-numbers.ts'
import { keptCloudTokenOf } from './cloud-token.ts'

/**
 * Unsubscribes from the events of a cloud number's business account, unless another connection of
 * the account needs them too, also of another company. If Meta could not be asked, it goes on
 * sending events that belong to no connection, and they are ignored.
 * @param row the connection as it was while it had its token
 */
export async function unsubscribeCloudNumber(row: WhatsappRow): Promise<void> {
  const { companyId, id, businessAccountId } = row
  const token = keptCloudTokenOf(row)
  if (!businessAccountId || !token) return
  const owners = await connectionsOfAccount(businessAccountId)
  const others = await Promise.all(
    owners.filter(({ whatsappId }) => whatsappId !== id).map(owner => getWhatsapp(owner.companyId, owner.whatsappId)),
  )
  if (others.some(other => other?.accessToken)) return
  try {
    await unsubscribeAccount(businessAccountId, token)
  } catch (error) {
    logger.warn('a business account could not be unsubscribed', { companyId, connectionId: id, error: error as Error })
  }
}
