import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { createCompany, requireCompany } from '../company/company.ts'
import { listPlans } from '../company/plan.ts'
import { findByEmail } from '../table/unique.ts'
import { raiseToSuper, requireUser } from '../team/user.ts'
import { recordAudit } from './audit.ts'
import { changeSessionRights, rightsOf } from './session.ts'
import { setUpWrite } from './setup-token.ts'

/** Due date of the operator's own company, which is never billed. */
export const NEVER_DUE = '2099-12-31T00:00:00.000Z'

/**
 * Makes the user with this e-mail a super user, or creates one in a company of their own.
 * Idempotent. Sessions see the change at the next sign-in or refresh. Throws ERR_NO_PLAN_FOUND,
 * ERR_COMPANY_ALREADY_EXISTS.
 */
export async function makeSuper(given: {
  email: string
  name: string
  companyName: string
  passwordHash: string
}): Promise<{ outcome: 'made' | 'raised' | 'was'; company: string }> {
  const { email, name, companyName, passwordHash } = given
  const known = await findByEmail(email)
  if (known) {
    const { companyId, userId } = known
    const [user, company] = [await requireUser(companyId, userId, true), await requireCompany(companyId)]
    if (user.super) return { outcome: 'was', company: company.name }
    await raiseToSuper(companyId, userId)
    await changeSessionRights(companyId, userId, { ...rightsOf(user), super: true })
    await recordAudit(companyId, { action: 'user.update', subjectId: userId, name: user.name })
    return { outcome: 'raised', company: company.name }
  }
  const plan = (await listPlans()).at(-1)
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  const [companyId, userId] = [newId(), newId()]
  const company = await createCompany(
    { id: companyId, name: companyName, email, phone: '', planId: plan.id, dueDate: NEVER_DUE, trialExpiration: null },
    { id: userId, name, email, passwordHash, profile: 'admin', super: true, allTicket: 'enabled' },
    { writes: [setUpWrite()] },
  )
  await recordAudit(companyId, { action: 'user.create', subjectId: userId, name })
  return { outcome: 'made', company: company.name }
}
