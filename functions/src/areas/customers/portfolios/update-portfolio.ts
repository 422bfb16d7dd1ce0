import { PORTFOLIOS, showPortfolio } from '../../../data/customers/portfolio.ts'
import { requireUser } from '../../../data/team/user.ts'
import { rowOperations } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

const { update } = rowOperations(PORTFOLIOS, 'portfolios', showPortfolio)

export const updatePortfolio: Operations['portfolios']['update'] = async (ctx, call) => {
  if (call.body.userId !== undefined) await requireUser(ctx.companyId, call.body.userId)
  return update(ctx, call)
}
