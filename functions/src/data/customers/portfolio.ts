import type { Portfolio } from '@balcao/shared/entities/portfolio.ts'
import { z } from 'zod'
import { batchItems } from '../table/batch-items.ts'
import { defineRow } from '../table/define-row.ts'
import { normalizeName } from '../table/normalize.ts'
import { deleteRow, keyOf, rowExists, type SmallList } from '../table/small-list.ts'
import { remove, update, type Write } from '../table/transact.ts'
import { getCaller } from '../team/user.ts'

/** Portfolio as stored: its seller's current name is read when it is shown. */
export type PortfolioRow = Omit<Portfolio, 'user'>

export const PORTFOLIOS: SmallList<PortfolioRow> = {
  kind: 'portfolio',
  missing: 'ERR_NO_PORTFOLIO_FOUND',
  text: portfolio => portfolio.name,
  unique: portfolio => ({ portfolioName: normalizeName(portfolio.name) }),
  taken: { portfolioName: 'ERR_PORTFOLIO_NAME_ALREADY_EXISTS' },
}

/** Returns a portfolio in wire form, with its seller; a burst of calls reads each seller once. */
export async function showPortfolio(row: PortfolioRow, companyId: string): Promise<Portfolio> {
  const user = await getCaller(companyId, row.userId)
  return { ...row, user: user ? { id: user.id, name: user.name } : null }
}

/**
 * Number of a portfolio's customers: a row that both a new customer and the deletion of the
 * portfolio write.
 */
const USES = defineRow({
  kind: 'portfolioUse',
  key: { pk: '${companyId}#portfolio-use', sk: '${id}' },
  content: z.object({ companyId: z.string(), id: z.string(), customers: z.number() }),
  keyOnly: ['companyId', 'id'],
  unmarked: true,
})

const count = (companyId: string, id: string, by: 1 | -1): Write =>
  update('portfolioUse', USES.upsert({ companyId, id }, { add: { customers: by } }))

/**
 * Returns the writes that move a customer from one portfolio to another; the one labelled
 * `portfolio` is refused if the new one does not exist.
 */
export const movePortfolio = (companyId: string, from: string | undefined, to: string | undefined): Write[] =>
  from === to
    ? []
    : [
        ...(from === undefined ? [] : [count(companyId, from, -1)]),
        ...(to === undefined ? [] : [rowExists(companyId, 'portfolio', to), count(companyId, to, 1)]),
      ]

/**
 * Deletes a portfolio; returns false if it was already deleted. Throws ERR_PORTFOLIO_IN_USE while
 * it has customers, ERR_CONFLICT.
 */
export const deletePortfolio = (companyId: string, row: PortfolioRow): Promise<boolean> =>
  deleteRow(companyId, PORTFOLIOS, row, {
    writes: [
      remove(
        'portfolioUse',
        USES.delete(
          { companyId, id: row.id },
          { when: is => [is.any(is.absent('customers'), is.equal('customers', 0))] },
        ),
      ),
    ],
    refusals: { portfolioUse: 'ERR_PORTFOLIO_IN_USE' },
  })

/** Returns the names of existing portfolios by id. Costs half a read unit each. */
export async function portfolioNames(companyId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const keys = [...new Set(ids)].map(id => keyOf(companyId, 'portfolio', id))
  const items = await batchItems<{ sk: string; name: string }>(keys, ['sk', 'name'])
  return new Map(items.map(({ sk, name }) => [sk.slice('portfolio#'.length), name]))
}
