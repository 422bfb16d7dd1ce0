import { PORTFOLIOS, type PortfolioRow, showPortfolio } from '../../../data/customers/portfolio.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { rowOperations } from '../../small-list.ts'

/** The usual operations of the list, whose rows leave with their sellers. */
export const portfolioOperations = ({ companyId }: HttpContexts['user']) =>
  rowOperations(PORTFOLIOS, 'portfolios', (row: PortfolioRow) => showPortfolio(companyId, row))
