import type { Company } from '@balcao/shared/entities/company.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { config } from '../../../config.ts'
import { HOUR_MS, takeAttemptSlot } from '../../../data/account/login-attempt.ts'
import { createCompany, describeNewCompany } from '../../../data/company/company.ts'
import { listPlans } from '../../../data/company/plan.ts'
import { hashPassword } from '../../../http/password.ts'
import { sendConfirmation } from '../../account/send-confirmation.ts'
import { sendKnownEmail } from '../../account/send-known-email.ts'
import type { Operations } from '../operations.ts'

const TRIAL_DAYS = 3

/**
 * Signs up a company and its first admin, who carries the company's name until they change it: the
 * form asks for no other. They may sign in at once; an e-mail asks them to confirm the address, and
 * nothing waits for it. An e-mail that a user already has is answered like a new one, so that
 * nobody can list other people's accounts; nothing is stored, and its owner gets an e-mail.
 */
export const signup: Operations['companies']['signup'] = async (ctx, { body }) => {
  const { SIGN_UP, SIGNUPS_PER_HOUR } = config()
  if (SIGN_UP === 'closed') throw new AppError('ERR_SIGN_UP_CLOSED')
  const wait = await takeAttemptSlot('signup', ctx.sourceIp, SIGNUPS_PER_HOUR, HOUR_MS)
  if (wait > 0) throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: wait } })
  const plan = (await listPlans()).find(each => each.id === body.planId)
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  const dueDate = new Date(Date.now() + TRIAL_DAYS * 86_400_000).toISOString()
  const [companyId, userId] = [newId(), newId()]
  const company = {
    id: companyId,
    name: body.name,
    email: body.email,
    phone: body.phone,
    planId: plan.id,
    dueDate,
    trialExpiration: dueDate,
  }
  const admin = {
    id: userId,
    name: body.name,
    email: body.email,
    unconfirmed: true as const,
    passwordHash: await hashPassword(body.password),
    profile: 'admin' as const,
    allTicket: 'enabled' as const,
  }
  let created: Company
  try {
    created = await createCompany(company, admin)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ERR_EMAIL_ALREADY_EXISTS') throw error
    await sendKnownEmail(ctx, body.email)
    return { ...describeNewCompany(company), plan }
  }
  ctx.audit({ companyId, user: { id: userId, name: body.name } })
  await sendConfirmation(ctx, companyId, userId, body.email)
  return { ...created, plan }
}
