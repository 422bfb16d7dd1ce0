import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import { deleteWhatsapp, getWhatsapp } from '../../../data/channels/whatsapp.ts'
import { listQueues } from '../../../data/team/queue.ts'
import { dropWhatsappFromUsers, toWireUser } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { sendSessionCommand } from '../../../messaging/session-command.ts'
import { publish } from '../../../realtime/publish.ts'
import { unsubscribePage } from '../facebook/unsubscribe-page.ts'
import { wireConnections } from '../wire-connection.ts'

/** The session host logs out and forgets, Meta tells no more of a page; what the connection kept goes in the background. */
export const removeWhatsapp: Handlers<typeof channels, HttpContexts>['whatsapp']['remove'] = async (
  ctx,
  { params: { id } },
) => {
  const { companyId } = ctx
  const before = await getWhatsapp(companyId, id)
  if (before?.accountId) await unsubscribePage(before)
  const { deleted, heir } = await deleteWhatsapp(companyId, id)
  if (!deleted) return
  ctx.audit({ name: before?.name })
  if (!before?.accountId) await sendSessionCommand(companyId, id, 'forget')
  await enqueueJob({ type: 'removeConnection', companyId, connectionId: id })
  const [users, queues] = await Promise.all([dropWhatsappFromUsers(companyId, id), listQueues(companyId)])
  await publish(companyId, 'whatsapp', { action: 'delete', whatsappId: id })
  await Promise.all(users.map(user => publish(companyId, 'user', { action: 'update', user: toWireUser(user, queues) })))
  for (const whatsapp of await wireConnections(ctx, heir ? [heir] : []))
    await publish(companyId, 'whatsapp', { action: 'update', whatsapp })
}
