import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import type { FieldProblem } from '@balcao/shared/errors.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { deleteWhatsapp, getWhatsapp, requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import { listQueues } from '../../../data/team/queue.ts'
import { dropWhatsappFromUsers, toWireUser } from '../../../data/team/user.ts'
import { timerWrite } from '../../../data/timers/timer.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { releaseConnection } from '../../../messaging/release-connection.ts'
import { publish } from '../../../realtime/publish.ts'
import { wireConnections } from '../wire-connection.ts'
import { requireUnused } from './require-unused.ts'

/**
 * Deletes a connection. The session host logs out and forgets it, Meta stops sending a metaPage's
 * events; its stored data is removed in the background, where its campaigns and schedules are moved
 * or stopped too. A connection that has some is not deleted unless the caller chose what happens to
 * them.
 */
export const removeWhatsapp: Handlers<typeof channels, HttpContexts>['whatsapp']['remove'] = async (
  ctx,
  { params: { id }, query: { moveTo, stop } },
) => {
  const { companyId } = ctx
  if (moveTo !== undefined && stop === 'true') throw invalid({ path: 'stop', code: 'excludes', other: 'moveTo' })
  if (moveTo === id) throw invalid({ path: 'moveTo', code: 'same_row' })
  const before = await getWhatsapp(companyId, id, true)
  if (!before) return
  if (moveTo !== undefined) await requireSender(companyId, moveTo)
  else if (stop !== 'true') await requireUnused(before)
  const replacing = timerWrite({ type: 'rehome', companyId, connectionId: id, dueAt: Date.now() })
  const { deleted, newDefault } = await deleteWhatsapp(companyId, id, { moveTo, writes: [replacing] })
  if (!deleted) return
  ctx.audit({ name: before.name })
  // Not before: a metaPage whose deletion is refused goes on receiving.
  await releaseConnection(before)
  await enqueueJob({ type: 'removeConnection', companyId, connectionId: id })
  const [users, queues] = await Promise.all([dropWhatsappFromUsers(companyId, id), listQueues(companyId)])
  await publish(companyId, 'whatsapp', { action: 'delete', whatsappId: id })
  await Promise.all(users.map(user => publish(companyId, 'user', { action: 'update', user: toWireUser(user, queues) })))
  for (const whatsapp of await wireConnections(ctx, newDefault ? [newDefault] : []))
    await publish(companyId, 'whatsapp', { action: 'update', whatsapp })
}

const invalid = (problem: FieldProblem): AppError => new AppError('ERR_VALIDATION', { details: [problem] })

/**
 * Requires a connection that can take over: campaigns and schedules go to numbers, which a metaPage
 * does not know.
 * @throws ERR_NO_WAPP_FOUND, ERR_CHANNEL_UNSUPPORTED
 */
async function requireSender(companyId: string, id: string): Promise<void> {
  if (!capabilitiesOf(await requireWhatsapp(companyId, id, true)).startsByNumber)
    throw new AppError('ERR_CHANNEL_UNSUPPORTED')
}
