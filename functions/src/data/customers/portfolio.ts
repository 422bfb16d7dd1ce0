import type { Portfolio } from '@balcao/shared/entities/portfolio.ts'
import { batchItems } from '../table/batch-items.ts'
import { tableName } from '../table/client.ts'
import { foldName } from '../table/fold.ts'
import type { TableKey } from '../table/keys.ts'
import { deleteRow, keyOf, rowExists, type SmallList } from '../table/small-list.ts'
import { remove, update, type Write } from '../table/transact.ts'
import { getCaller } from '../team/user.ts'

/** A portfolio as it is kept: its seller is shown with the name of today. */
export type PortfolioRow = Omit<Portfolio, 'user'>

export const PORTFOLIOS: SmallList<PortfolioRow> = {
  kind: 'portfolio',
  missing: 'ERR_NO_PORTFOLIO_FOUND',
  text: portfolio => portfolio.name,
  unique: portfolio => ({ portfolioName: foldName(portfolio.name) }),
  taken: { portfolioName: 'ERR_PORTFOLIO_NAME_ALREADY_EXISTS' },
}

/** As it leaves, with its seller; the rows of one burst read each seller once. */
export async function showPortfolio(row: PortfolioRow, companyId: string): Promise<Portfolio> {
  const user = await getCaller(companyId, row.userId)
  return { ...row, user: user ? { id: user.id, name: user.name } : null }
}

/** How many customers are in a portfolio: a row of its own, which a new customer and the removal of the portfolio both write. */
const useKey = (companyId: string, id: string): TableKey => ({ pk: `${companyId}#portfolio-use`, sk: id })

const count = (companyId: string, id: string, by: 1 | -1): Write =>
  update('portfolioUse', {
    TableName: tableName(),
    Key: useKey(companyId, id),
    UpdateExpression: 'ADD customers :by',
    ExpressionAttributeValues: { ':by': by },
  })

/** The writes for a customer that comes into a portfolio and leaves another; the one labelled `portfolio` is refused when there is none. */
export const movePortfolio = (companyId: string, from: string | undefined, to: string | undefined): Write[] =>
  from === to
    ? []
    : [
        ...(from === undefined ? [] : [count(companyId, from, -1)]),
        ...(to === undefined ? [] : [rowExists(companyId, 'portfolio', to), count(companyId, to, 1)]),
      ]

/** Deletes a portfolio; false when it was gone already. Throws ERR_PORTFOLIO_IN_USE while customers are in it, ERR_CONFLICT. */
export const deletePortfolio = (companyId: string, row: PortfolioRow): Promise<boolean> =>
  deleteRow(companyId, PORTFOLIOS, row, {
    writes: [
      remove('portfolioUse', {
        TableName: tableName(),
        Key: useKey(companyId, row.id),
        ConditionExpression: 'attribute_not_exists(customers) OR customers = :none',
        ExpressionAttributeValues: { ':none': 0 },
      }),
    ],
    refusals: { portfolioUse: 'ERR_PORTFOLIO_IN_USE' },
  })

/** The names of portfolios by id, of those that exist. Half a read unit each. */
export async function portfolioNames(companyId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const keys = [...new Set(ids)].map(id => keyOf(companyId, 'portfolio', id))
  const items = await batchItems<{ sk: string; name: string }>(keys, ['sk', 'name'])
  return new Map(items.map(({ sk, name }) => [sk.slice('portfolio#'.length), name]))
}
