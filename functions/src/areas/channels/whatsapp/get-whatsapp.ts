import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { wireConnections } from '../wire-connection.ts'

export const getWhatsapp: Handlers<typeof channels, HttpContexts>['whatsapp']['get'] = async (ctx, { params }) => {
  const [connection] = await wireConnections(ctx, [await requireWhatsapp(ctx.companyId, params.id)])
  return connection!
}
