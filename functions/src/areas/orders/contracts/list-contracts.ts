import { pageOfContracts, toWireContract } from '../../../data/orders/contract.ts'
import type { Operations } from '../operations.ts'

export const listContracts: Operations['contracts']['list'] = async ({ companyId }, { query }) => {
  const { rows, hasMore, nextCursor } = await pageOfContracts(companyId, query)
  return { contracts: rows.map(toWireContract), hasMore, nextCursor }
}
