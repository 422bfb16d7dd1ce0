import { mayDo } from '@balcao/shared/access.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { showWhatsapps } from '../../data/channels/show-whatsapp.ts'
import type { WhatsappRow } from '../../data/channels/whatsapp.ts'
import type { UserContext } from '../../http/context.ts'

/**
 * Returns connections as the caller may see them: QR code and test phone are for users who may pair
 * and edit them.
 */
export function wireConnections({ companyId, actor }: UserContext, rows: WhatsappRow[]): Promise<Whatsapp[]> {
  return showWhatsapps(
    companyId,
    mayDo('actionButtons', actor) ? rows : rows.map(row => ({ ...row, qrcode: '', phoneTest: '' })),
  )
}
