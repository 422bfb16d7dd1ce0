import { PORTFOLIOS, showPortfolio } from '../../../data/customers/portfolio.ts'
import { requireUser } from '../../../data/team/user.ts'
import { createListed } from '../../small-list.ts'
import type { Operations } from '../operations.ts'

export const createPortfolio: Operations['portfolios']['create'] = async ({ companyId }, { body }) => {
  await requireUser(companyId, body.userId)
  return createListed(companyId, PORTFOLIOS, body, showPortfolio)
}
