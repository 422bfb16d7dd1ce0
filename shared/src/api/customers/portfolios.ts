import { Id, ListName } from '../../contract/fields.ts'
import { rowLists, rowRoutes } from '../../contract/row-routes.ts'
import { OptionalCode } from '../../contract/sales-fields.ts'
import { Portfolio } from '../../entities/portfolio.ts'

const rights = { read: 'user', change: 'admin', plan: 'useSales' } as const

export const portfolios = {
  ...rowLists({ ...rights, path: '/portfolios', field: 'portfolios', row: Portfolio }),
  ...rowRoutes({
    ...rights,
    path: '/portfolios',
    one: 'a portfolio; refused while customers are in it',
    row: Portfolio,
    fields: { code: OptionalCode, name: ListName, userId: Id },
    missing: 'ERR_NO_PORTFOLIO_FOUND',
    refusals: ['ERR_PORTFOLIO_NAME_ALREADY_EXISTS', 'ERR_NO_USER_FOUND'],
  }),
}
