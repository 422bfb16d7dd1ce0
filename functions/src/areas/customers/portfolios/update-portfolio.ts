import { requireUser } from '../../../data/team/user.ts'
import type { Operations } from '../operations.ts'
import { portfolioOperations } from './portfolio-operations.ts'

export const updatePortfolio: Operations['portfolios']['update'] = async (ctx, call) => {
  if (call.body.userId !== undefined) await requireUser(ctx.companyId, call.body.userId)
  return portfolioOperations(ctx).update(ctx, call)
}
