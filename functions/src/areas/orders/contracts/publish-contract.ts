import { changeContract, requireContract, toWireContract } from '../../../data/orders/contract.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

/** Publishes a contract for good; one that is published already keeps its time. */
export const publishContract: Operations['contracts']['publish'] = async ({ companyId }, { params }) => {
  const before = await requireContract(companyId, params.id)
  if (before.publishment !== null) return toWireContract(before)
  const contract = toWireContract(await changeContract(before, { publishment: Date.now() }))
  await publishRow(companyId, 'contract', 'update', contract)
  return contract
}
