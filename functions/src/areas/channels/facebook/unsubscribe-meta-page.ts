import { connectionsOfAccount } from '../../../data/channels/meta-page-account.ts'
import { listWhatsapps, type WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { logger } from '../../../http/logger.ts'
import { unsubscribe } from '../../../integrations/meta/meta-pages.ts'
import { metaPageTokenOf } from '../../../messaging/meta-page-token.ts'

/**
 * Unsubscribes from a metaPage's events, unless another connection (its Instagram account, another
 * company's) needs them too. If Meta could not be asked, it goes on sending events that belong to
 * no connection, and they are ignored.
 */
export async function unsubscribeMetaPage(row: WhatsappRow): Promise<void> {
  const { companyId, id, pageId } = row
  const token = metaPageTokenOf(row)
  if (!pageId || !token) return
  const [sisters, owners] = await Promise.all([listWhatsapps(companyId), connectionsOfAccount(pageId)])
  const isShared =
    sisters.some(other => other.id !== id && other.pageId === pageId && other.pageToken) ||
    owners.some(owner => owner.companyId !== companyId)
  if (isShared) return
  try {
    await unsubscribe(pageId, token)
  } catch (error) {
    logger.warn('a page could not be unsubscribed', { companyId, connectionId: id, error: error as Error })
  }
}
