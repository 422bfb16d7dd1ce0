import type { Company } from '@balcao/shared/entities/company.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { changeCompany, requireCompany } from '../../../data/company/company.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import { publishOwnPlan } from '../../../messaging/publish-own-plan.ts'
import type { Operations } from '../operations.ts'
import { closeCompany } from './close-company.ts'
import { publishCompany } from './publish-company.ts'
import { requireOwnCompany } from './require-own-company.ts'
import { storeLogo } from './store-logo.ts'
import { withPlans } from './with-plan.ts'

/** Fields of a company that its admin sees and may not change (decision 0040). */
const READ_ONLY = [
  'name',
  'email',
  'phone',
  'planId',
  'recurrence',
  'dueDate',
  'status',
  'campaignsEnabled',
] as const satisfies readonly (keyof Company)[]

export const updateCompany: Operations['companies']['update'] = async (ctx, call) => {
  const { id } = call.params
  const { media, ...body } = call.body
  requireOwnCompany(ctx, id)
  const before = await requireCompany(id)
  // A form sends back what it was shown.
  const differs = READ_ONLY.some(name => body[name] !== undefined && body[name] !== before[name])
  if (differs && !ctx.actor.super) throw new AppError('ERR_NO_PERMISSION')
  const logo = call.files.length > 0 ? await storeLogo(id, call.files) : media
  const after = await changeCompany(id, definedFields({ ...body, logo }))
  ctx.audit({ companyId: id })
  if (before.status && !after.status) await closeCompany(id)
  else await publishCompany(after)
  if (before.planId !== after.planId || before.campaignsEnabled !== after.campaignsEnabled) await publishOwnPlan(id)
  return (await withPlans([after]))[0]!
}
