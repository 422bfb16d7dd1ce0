import { Id, ListName } from '../../api-contract/fields.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { OptionalCode } from '../../api-contract/sales-fields.ts'
import { Portfolio } from '../../entities/portfolio.ts'

const rights = { read: 'user', change: 'catalog', plan: 'useSales' } as const

const rows = rowRoutes({
  ...rights,
  path: '/portfolios',
  one: 'a portfolio; deleting it is refused while customers are in it',
  audit: 'portfolio',
  row: Portfolio,
  fields: { code: OptionalCode, name: ListName, userId: Id },
  missing: 'ERR_NO_PORTFOLIO_FOUND',
  refusals: ['ERR_PORTFOLIO_NAME_ALREADY_EXISTS', 'ERR_NO_USER_FOUND'],
})

export const portfolios = {
  ...rowLists({ ...rights, path: '/portfolios', field: 'portfolios', row: Portfolio }),
  ...rows,
  remove: { ...rows.remove, errors: [...rows.remove.errors, 'ERR_PORTFOLIO_IN_USE' as const] },
}
