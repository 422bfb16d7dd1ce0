import { AppError } from '@balcao/shared/errors.ts'
import type { TemplateRow } from '../../../data/channels/template.ts'
import { listWhatsapps, type WhatsappRow } from '../../../data/channels/whatsapp.ts'

/**
 * Returns a connection that manages a template: of its account, and connected where there is one.
 * @throws ERR_NO_WAPP_FOUND
 */
export async function connectionOf(companyId: string, { businessAccountId }: TemplateRow): Promise<WhatsappRow> {
  const rows = (await listWhatsapps(companyId, true)).filter(row => row.businessAccountId === businessAccountId)
  const connection = rows.find(({ accessToken }) => accessToken) ?? rows[0]
  if (!connection) throw new AppError('ERR_NO_WAPP_FOUND')
  return connection
}
