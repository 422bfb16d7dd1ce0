import { AppError } from '@balcao/shared/errors.ts'
import { toCents } from '@balcao/shared/rules/sales/money.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { type ContractChanges, changeContract, requireContract, toWireContract } from '../../../data/orders/contract.ts'
import { given } from '../../../data/table/given.ts'
import { tellRow } from '../../../messaging/tell-row.ts'
import type { Operations } from '../operations.ts'
import { chosenCustomer, requireOrder, requirePublishing } from './check-contract.ts'

/** Other dates arm other timers in the same transaction; the old ones find that they are not meant. */
export const updateContract: Operations['contracts']['update'] = async (ctx, { params, body }) => {
  const { companyId } = ctx
  const before = await requireContract(companyId, params.id)
  const { published, value, lateFine, customerId = before.customerId, ...fields } = body
  if (published && before.publishment === null) requirePublishing(ctx)
  const customer = customerId === before.customerId ? {} : await chosenCustomer(ctx, customerId)
  if (published === false && before.publishment !== null) throw new AppError('ERR_CONTRACT_PUBLISHED')
  requireOrder({ ...before, ...given(fields) })
  const changes: ContractChanges = {
    ...given(fields),
    ...customer,
    ...(value === undefined ? {} : { value: toCents(value) }),
    ...(lateFine === undefined ? {} : { lateFine: toCents(lateFine) }),
    ...(published && before.publishment === null ? { publishment: Date.now() } : {}),
  }
  const { timezone } = await getSettings(companyId)
  const contract = toWireContract(await changeContract(before, changes, timezone))
  await tellRow(companyId, 'contract', 'update', contract)
  return contract
}
