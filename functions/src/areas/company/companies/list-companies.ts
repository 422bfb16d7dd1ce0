import { SYSTEM } from '@balcao/shared/table.ts'
import { requireCompany } from '../../../data/company/company.ts'
import { companiesByName, pageOfCompanies } from '../../../data/company/company-list.ts'
import { plainList } from '../../../http/plain-list.ts'
import type { Operations } from '../operations.ts'
import { withPlans } from './with-plan.ts'

/**
 * Lists companies. An admin gets only their own, whatever they search for: the screen is the same.
 */
export const listCompanies: Operations['companies']['list'] = async ({ companyId, actor }, { query }) => {
  if (!actor.super)
    return { companies: await withPlans([await requireCompany(companyId)]), hasMore: false, nextCursor: null }
  const { rows, hasMore, nextCursor } = await pageOfCompanies(query)
  return { companies: await withPlans(rows), hasMore, nextCursor }
}

export const listAllCompanies: Operations['companies']['listAll'] = async ({ companyId, actor, goesOn }, { query }) =>
  actor.super
    ? plainList({ companyId: SYSTEM, goesOn }, 'companies', companiesByName, query)
    : [await requireCompany(companyId)]
