import { PLAN_FLAGS } from '@balcao/shared/access.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { NEVER_DUE } from '../../../data/account/make-super.ts'
import { requireSetupToken, useSetupToken } from '../../../data/account/setup-token.ts'
import { createCompany } from '../../../data/company/company.ts'
import { listPlans } from '../../../data/company/plan.ts'
import { WriteConflict } from '../../../data/table/transact.ts'
import { findByEmail } from '../../../data/table/unique.ts'
import { hashPassword } from '../../../http/password.ts'
import type { Operations } from '../operations.ts'

const ADMIN = { profile: 'admin', allTicket: 'enabled' } as const

/**
 * Makes the super user, the first company and its admin, in one transaction with the end of the
 * token, so of two calls only one makes them. The super user belongs to the company, which nobody
 * bills. Nothing is derived before the token was right.
 */
export const setUp: Operations['setup']['setUp'] = async (ctx, { body }) => {
  const { token, super: operator, company } = body
  if (operator.email === company.admin.email) throw about('company.admin.email', 'ERR_EMAIL_ALREADY_EXISTS')
  await requireSetupToken(token)
  const plan = widestOf(await listPlans())
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  const [id, superId, adminId] = [newId(), newId(), newId()]
  const [superHash, adminHash] = [await hashPassword(operator.password), await hashPassword(company.admin.password)]
  const { name, admin } = company
  const made = { id, name, email: admin.email, phone: '', planId: plan.id, dueDate: NEVER_DUE, trialExpiration: null }
  try {
    await createCompany(
      made,
      { id: adminId, name: admin.name, email: admin.email, passwordHash: adminHash, ...ADMIN },
      {
        second: {
          id: superId,
          name: operator.name,
          email: operator.email,
          passwordHash: superHash,
          super: true,
          ...ADMIN,
        },
        writes: [useSetupToken(token)],
      },
    )
  } catch (error) {
    // Another call used the token, or it expired or was replaced in between.
    if (error instanceof WriteConflict && error.label === 'setup') await requireSetupToken(token)
    if (!(error instanceof AppError)) throw error
    if (error.code === 'ERR_EMAIL_ALREADY_EXISTS')
      throw about((await findByEmail(operator.email)) ? 'super.email' : 'company.admin.email', error.code)
    throw error.code === 'ERR_COMPANY_ALREADY_EXISTS' ? about('company.name', error.code) : error
  }
  ctx.audit({ companyId: id, subjectId: id, name, user: { id: superId, name: operator.name } })
  return {
    super: { id: superId, name: operator.name },
    company: { id, name, admin: { id: adminId, name: admin.name } },
  }
}

/** Returns the plan with every feature; of several, or if none has all, the dearest. */
const widestOf = (plans: readonly Plan[]): Plan | undefined =>
  plans.findLast(plan => PLAN_FLAGS.every(flag => plan[flag])) ?? plans.at(-1)

/** Returns an error about one field of the body. */
const about = (path: string, code: ErrorCode & `ERR_${string}_ALREADY_EXISTS`): AppError =>
  new AppError(code, { details: [{ path, code }] })
