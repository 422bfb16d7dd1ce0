import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { listQueues } from '../../../data/team/queue.ts'
import { changeUser, requireUser, toWireUser } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { publish } from '../../../realtime/publish.ts'
import { refuseSupport } from '../refuse-support.ts'

/** Withdraws a change of e-mail. A link that was already sent no longer works. */
export const cancelEmailChange: Handlers<typeof account, HttpContexts>['emailConfirmation']['giveUp'] = async ({
  companyId,
  actor,
}) => {
  refuseSupport(actor)
  const before = await requireUser(companyId, actor.userId, true)
  if (before.pendingEmail === null) return
  const after = await changeUser(before, { pendingEmail: null })
  await publish(companyId, 'user', { action: 'update', user: toWireUser(after, await listQueues(companyId)) })
}
