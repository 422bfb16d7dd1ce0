import { requireUser } from '../../../data/team/user.ts'
import type { Operations } from '../operations.ts'
import { portfolioOperations } from './portfolio-operations.ts'

export const createPortfolio: Operations['portfolios']['create'] = async (ctx, call) => {
  await requireUser(ctx.companyId, call.body.userId)
  return portfolioOperations(ctx).create(ctx, call)
}
