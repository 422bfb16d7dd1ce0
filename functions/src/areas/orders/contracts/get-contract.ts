import { requireContract, toWireContract } from '../../../data/orders/contract.ts'
import type { Operations } from '../operations.ts'

export const getContract: Operations['contracts']['get'] = async ({ companyId }, { params }) =>
  toWireContract(await requireContract(companyId, params.id))
