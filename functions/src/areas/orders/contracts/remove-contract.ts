import { AppError } from '@balcao/shared/errors.ts'
import { deleteContract, getContract } from '../../../data/orders/contract.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'

/** Deletes a contract and its reminders; its timers then find nothing. */
export const removeContract: Operations['contracts']['remove'] = async ({ companyId, audit }, { params: { id } }) => {
  const row = await getContract(companyId, id, true)
  if (row && row.publishment !== null) throw new AppError('ERR_CONTRACT_PUBLISHED')
  if (!row || !(await deleteContract(row))) return
  audit({ name: row.number })
  await publishRowDeleted(companyId, 'contract', id)
}
