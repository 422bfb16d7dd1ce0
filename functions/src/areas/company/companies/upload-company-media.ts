import { changeCompany, requireCompany } from '../../../data/company/company.ts'
import type { UserContext } from '../../../http/context.ts'
import type { Operations } from '../operations.ts'
import { requireOwnCompany } from './require-own-company.ts'
import { storeLogo } from './store-logo.ts'
import { tellCompany } from './tell-company.ts'
import { withPlans } from './with-plan.ts'

async function change(ctx: UserContext, id: string, logo: { mediaPath: string; mediaName: string } | null) {
  const after = await changeCompany(id, { logo })
  ctx.audit({ companyId: id })
  await tellCompany(after)
  return (await withPlans([after]))[0]!
}

export const uploadCompanyMedia: Operations['companies']['uploadMedia'] = async (ctx, { params: { id }, files }) => {
  requireOwnCompany(ctx, id)
  await requireCompany(id)
  return change(ctx, id, await storeLogo(id, files))
}

export const removeCompanyMedia: Operations['companies']['removeMedia'] = async (ctx, { params: { id } }) => {
  requireOwnCompany(ctx, id)
  await requireCompany(id)
  return change(ctx, id, null)
}
