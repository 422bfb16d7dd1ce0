import type { company } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { config } from '../../../config.ts'
import { takeAttempt } from '../../../data/account/login-attempt.ts'
import { createCompany } from '../../../data/company/company.ts'
import { listPlans } from '../../../data/company/plan.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { hashPassword } from '../../../http/password.ts'
import { sendConfirmation } from '../../account/send-confirmation.ts'

const TRIAL_DAYS = 3
/** Sign-ups from one address in 15 minutes; on the local stage everybody has the same address. */
const mostSignups = () => (config().STAGE === 'local' ? 1000 : 10)

/**
 * The first user carries the company's name until they change it: the form asks for no other. They may sign in at once; that their e-mail
 * is theirs is asked by a letter, and holds nothing up.
 */
export const signup: Handlers<typeof company, HttpContexts>['companies']['signup'] = async (ctx, { body }) => {
  const wait = await takeAttempt('signup', ctx.sourceIp, mostSignups())
  if (wait > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: wait } })
  const plan = (await listPlans()).find(each => each.id === body.planId)
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  const dueDate = new Date(Date.now() + TRIAL_DAYS * 86_400_000).toISOString()
  const [companyId, userId] = [newId(), newId()]
  const created = await createCompany(
    {
      id: companyId,
      name: body.name,
      email: body.email,
      phone: body.phone,
      planId: plan.id,
      dueDate,
      trialExpiration: dueDate,
    },
    {
      id: userId,
      name: body.name,
      email: body.email,
      unconfirmed: true,
      passwordHash: await hashPassword(body.password),
      profile: 'admin',
      allTicket: 'enabled',
    },
  )
  ctx.audit({ companyId: created.id, user: { id: userId, name: body.name } })
  await sendConfirmation(ctx, companyId, userId, body.email)
  return { ...created, plan }
}
