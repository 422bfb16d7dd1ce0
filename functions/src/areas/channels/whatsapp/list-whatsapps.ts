import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import * as whatsapps from '../../../data/whatsapp.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { wireConnections } from '../wire-connection.ts'

export const listWhatsapps: Handlers<typeof channels, HttpContexts>['whatsapp']['list'] = async (ctx, { query }) => {
  const rows = await whatsapps.listWhatsapps(ctx.companyId)
  return wireConnections(ctx, query.session === '0' ? rows.map(row => ({ ...row, qrcode: '' })) : rows)
}
