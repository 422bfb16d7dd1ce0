import { isDeepStrictEqual } from 'node:util'
import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { changeWhatsapp, requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { requireRatingTemplate } from '../../../messaging/rating-content.ts'
import { givenToken } from '../../../messaging/sign-up-token.ts'
import { publish } from '../../../realtime/publish.ts'
import { requireAnswering } from '../../require-answering.ts'
import { askWithToken, connectAgain } from '../cloud/command-cloud-number.ts'
import { publishFormerDefaults } from '../publish-former-defaults.ts'
import { requireFit } from '../require-fit.ts'
import { wireConnections } from '../wire-connection.ts'

export const updateWhatsapp: Handlers<typeof channels, HttpContexts>['whatsapp']['update'] = async (
  ctx,
  { params, body: { accessToken, ...body } },
) => {
  const { companyId } = ctx
  const before = await requireWhatsapp(companyId, params.id, true)
  const { catalogId } = body
  const isCatalogChosen = catalogId !== undefined && catalogId !== (before.catalogId ?? null)
  if (catalogId && !capabilitiesOf(before).productCards) throw new AppError('ERR_CHANNEL_UNSUPPORTED')
  const change = {
    ...body,
    ...(body.queueIds ? { queueIds: [...new Set(body.queueIds)] } : {}),
    ...(isCatalogChosen ? { isCatalogChosen } : {}),
  }
  await requireFit(companyId, {
    queueIds: change.queueIds ?? before.queueIds,
    greetingMessage: change.greetingMessage ?? before.greetingMessage,
    sendIdQueue: change.sendIdQueue === undefined ? before.sendIdQueue : change.sendIdQueue,
    transferQueueId: change.transferQueueId === undefined ? before.transferQueueId : change.transferQueueId,
  })
  await requireAnswering(companyId, body)
  const ratingTemplateId = body.ratingTemplateId === undefined ? before.ratingTemplateId : body.ratingTemplateId
  const values = body.ratingTemplateVariables ?? before.ratingTemplateVariables ?? {}
  // A template that was paused since does not keep people from changing the rest.
  const changesRating =
    ratingTemplateId !== before.ratingTemplateId || !isDeepStrictEqual(values, before.ratingTemplateVariables ?? {})
  if (ratingTemplateId && changesRating) await requireRatingTemplate(before, ratingTemplateId, values)
  // Before anything is changed: the token may be refused, as the rest may.
  const accepted =
    accessToken === undefined ? undefined : await askWithToken(before, givenToken(companyId, accessToken, Date.now()))
  const changed = await changeWhatsapp(companyId, params.id, change)
  const after = accepted ? await connectAgain(changed, accepted) : changed
  if (after.name !== before.name) await enqueueJob({ type: 'rename', companyId, entity: 'whatsapp', id: after.id })
  const [connection] = await wireConnections(ctx, [after])
  await publish(companyId, 'whatsapp', { action: 'update', whatsapp: connection! })
  if (after.isDefault && !before.isDefault) await publishFormerDefaults(ctx, after.id)
  return connection!
}
