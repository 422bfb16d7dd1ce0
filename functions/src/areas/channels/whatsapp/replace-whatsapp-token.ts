import { randomBytes } from 'node:crypto'
import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { replaceApiToken, requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publish } from '../../../realtime/publish.ts'
import { refuseSupport } from '../../account/refuse-support.ts'
import { wireConnections } from '../wire-connection.ts'

/** Replaces a connection token. It is shown here once; only its digest is stored. */
export const replaceWhatsappToken: Handlers<typeof channels, HttpContexts>['whatsapp']['replaceToken'] = async (
  ctx,
  { params },
) => {
  refuseSupport(ctx.actor)
  const token = randomBytes(32).toString('base64url')
  await replaceApiToken(ctx.companyId, params.id, token)
  await enqueueJob({ type: 'makeUsageKey', companyId: ctx.companyId })
  const [whatsapp] = await wireConnections(ctx, [await requireWhatsapp(ctx.companyId, params.id, true)])
  ctx.audit({ name: whatsapp!.name })
  await publish(ctx.companyId, 'whatsapp', { action: 'update', whatsapp: whatsapp! })
  return { token }
}
