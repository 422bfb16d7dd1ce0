import { newId } from '@balcao/shared/ids.ts'
import * as companies from '../../../data/company/company.ts'
import { requirePlan } from '../../../data/company/plan.ts'
import { hashPassword } from '../../../http/password.ts'
import type { Operations } from '../operations.ts'
import { withPlans } from './with-plan.ts'

const MONTH_MS = 30 * 86_400_000

/**
 * Creates a company. Both logs record it: the operator's, and the company's, whose first entry it
 * is.
 */
export const createCompany: Operations['companies']['create'] = async (ctx, { body }) => {
  await requirePlan(body.planId)
  const { password, adminName = body.name, dueDate, ...given } = body
  const created = await companies.createCompany(
    {
      ...given,
      id: newId(),
      dueDate: dueDate ?? new Date(Date.now() + MONTH_MS).toISOString(),
      trialExpiration: null,
    },
    {
      id: newId(),
      name: adminName,
      email: body.email,
      passwordHash: await hashPassword(password),
      profile: 'admin',
      allTicket: 'enabled',
    },
  )
  ctx.audit({ companyId: created.id })
  return (await withPlans([created]))[0]!
}
