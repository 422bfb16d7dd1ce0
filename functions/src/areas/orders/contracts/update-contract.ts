import { AppError } from '@balcao/shared/errors.ts'
import { dayOfDate } from '@balcao/shared/rules/day-or-instant.ts'
import { toCents } from '@balcao/shared/rules/sales/money.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { type ContractChanges, changeContract, requireContract, toWireContract } from '../../../data/orders/contract.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { chosenCustomer, requireOrder, requirePublishing } from './check-contract.ts'

/**
 * Updates a contract. New dates arm new timers in the same transaction; the old ones find that they
 * are outdated.
 */
export const updateContract: Operations['contracts']['update'] = async (ctx, { params, body }) => {
  const { companyId } = ctx
  const before = await requireContract(companyId, params.id)
  const { published, value, lateFine, customerId = before.customerId, ...fields } = body
  if (published && before.publishment === null) requirePublishing(ctx)
  const customer = customerId === before.customerId ? {} : await chosenCustomer(ctx, customerId)
  if (published === false && before.publishment !== null) throw new AppError('ERR_CONTRACT_PUBLISHED')
  const { timezone } = await getSettings(companyId)
  const days = definedFields({
    startAt: fields.startAt && dayOfDate(fields.startAt, timezone),
    expiresAt: fields.expiresAt && dayOfDate(fields.expiresAt, timezone),
  })
  requireOrder({ ...before, ...days })
  const changes: ContractChanges = {
    ...definedFields(fields),
    ...days,
    ...customer,
    ...(value === undefined ? {} : { value: toCents(value) }),
    ...(lateFine === undefined ? {} : { lateFine: toCents(lateFine) }),
    ...(published && before.publishment === null ? { publishment: Date.now() } : {}),
  }
  const contract = toWireContract(await changeContract(before, changes, timezone))
  await publishRow(companyId, 'contract', 'update', contract)
  return contract
}
