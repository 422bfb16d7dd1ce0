import type { account } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { confirmEmail, tryConfirmationCode } from '../../../data/account/email-confirmation.ts'
import { listQueues } from '../../../data/team/queue.ts'
import { getUser, toWireUser } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { evict } from '../../../realtime/evict.ts'
import { publish } from '../../../realtime/publish.ts'
import { emailSignInChanged } from '../email-sign-in-changed.ts'
import { withEmailCode } from '../with-email-code.ts'

/**
 * Confirms an e-mail by the link, without a sign-in. Confirming the current address changes no
 * session. An address that replaces another is used to sign in from now on, and ends every session.
 */
export const confirmByLink: Handlers<typeof account, HttpContexts>['emailConfirmation']['confirm'] = async (
  ctx,
  { body },
) => {
  const { given, email, used, user } = await withEmailCode(
    ctx.sourceIp,
    body.token,
    'ERR_CONFIRMATION_CODE',
    async ({ companyId, id, code }) => {
      const right = await tryConfirmationCode(companyId, id, code)
      const user = right && (await getUser(companyId, id, true))
      return right && user && { ...right, user }
    },
  )
  if (used) return { email }
  const { companyId } = given
  const after = await confirmEmail(user, email, given.code, null, ctx.sourceIp)
  const changes = after.email !== user.email
  if (changes) {
    await emailSignInChanged(ctx, user, { password: false, email: true, byOther: false })
    await evict(companyId, user.id, 'ended')
  }
  await publish(companyId, 'user', { action: 'update', user: toWireUser(after, await listQueues(companyId)) })
  return { email }
}
