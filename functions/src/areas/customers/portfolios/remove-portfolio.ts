import { deletePortfolio, PORTFOLIOS } from '../../../data/customers/portfolio.ts'
import { getRow } from '../../../data/table/small-list.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

export const removePortfolio: Operations['portfolios']['remove'] = async ({ companyId, audit }, { params: { id } }) => {
  const row = await getRow(companyId, PORTFOLIOS, id, true)
  if (!row || !(await deletePortfolio(companyId, row))) return
  audit({ name: row.name })
  await publishRowDeleted(companyId, 'portfolio', id)
}
