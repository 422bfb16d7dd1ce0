import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import * as whatsapps from '../../../data/channels/whatsapp.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { plainRows } from '../../../http/plain-list.ts'
import { wireConnections } from '../wire-connection.ts'

export const listWhatsapps: Handlers<typeof channels, HttpContexts>['whatsapp']['list'] = async (ctx, { query }) => {
  const rows = await whatsapps.listWhatsapps(ctx.companyId)
  const shown = query.session === '0' ? rows.map(row => ({ ...row, qrcode: '' })) : rows
  return plainRows(ctx, 'whatsapps', await wireConnections(ctx, shown), query)
}
