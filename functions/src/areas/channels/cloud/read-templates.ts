import type { WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { logger } from '../../../http/logger.ts'
import { syncTemplates } from '../../../messaging/templates/sync-templates.ts'

/**
 * Reads the templates of a number that was connected. If that fails, people can read them again.
 */
export async function readTemplates(row: WhatsappRow): Promise<void> {
  try {
    await syncTemplates(row)
  } catch (error) {
    const { companyId, id: connectionId } = row
    logger.warn('the templates of a new number were not read', { companyId, connectionId, error: error as Error })
  }
}
