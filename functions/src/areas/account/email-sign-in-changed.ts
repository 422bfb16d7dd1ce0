import { newId } from '@balcao/shared/ids.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { requireCompany } from '../../data/company/company.ts'
import { readSettings } from '../../data/company/setting.ts'
import type { UserRow } from '../../data/team/user.ts'
import type { PublicContext, UserContext } from '../../http/context.ts'
import { enqueueMail } from '../../messaging/enqueue.ts'

type Changed = { password: boolean; email: boolean } | { secondFactor: 'on' | 'off' }

const changedFieldOf = (change: Changed) => {
  if ('secondFactor' in change) return change.secondFactor === 'on' ? 'secondFactorOn' : 'secondFactorOff'
  return change.password ? (change.email ? 'both' : 'password') : 'email'
}

/**
 * Enqueues a notice to the previous address that the user signs in with something else from now on.
 * The change is made: an unavailable queue is logged, and does not fail it.
 * @param before the user before the change
 */
export async function emailSignInChanged(
  ctx: PublicContext | UserContext,
  before: UserRow,
  change: Changed & { byOther: boolean },
): Promise<void> {
  const { companyId, email, name } = before
  try {
    const [company, { timezone }] = await Promise.all([requireCompany(companyId), readSettings(companyId)])
    await enqueueMail({
      type: 'signInChanged',
      id: newId(),
      language: languageOf(ctx.headers['accept-language']),
      to: email,
      name,
      company: company.name,
      changed: changedFieldOf(change),
      byOther: change.byOther,
      at: Date.now(),
      timezone,
    })
  } catch (error) {
    ctx.log.error('a notice was not sent', { requestId: ctx.requestId, userId: before.id, error: error as Error })
  }
}
