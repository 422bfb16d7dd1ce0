import { dayOfDate } from '@balcao/shared/rules/day-or-instant.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { toCents } from '@balcao/shared/rules/sales/money.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { createContract as create, toWireContract } from '../../../data/orders/contract.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { chosenCustomer, requireOrder, requirePublishing } from './check-contract.ts'

/**
 * Creates a contract with the timers of its dates, in one transaction. Its reminders are in its
 * author's language.
 */
export const createContract: Operations['contracts']['create'] = async (ctx, { body }) => {
  const { companyId, actor, headers } = ctx
  const { published, value, lateFine, ...fields } = body
  if (published) requirePublishing(ctx)
  const customer = await chosenCustomer(ctx, body.customerId)
  const { timezone } = await getSettings(companyId)
  const days = { startAt: dayOfDate(body.startAt, timezone), expiresAt: dayOfDate(body.expiresAt, timezone) }
  requireOrder(days)
  const row = await create(
    companyId,
    {
      ...fields,
      ...days,
      ...customer,
      value: toCents(value),
      lateFine: toCents(lateFine),
      publishment: published ? Date.now() : null,
      userId: actor.userId,
      language: languageOf(headers['accept-language']),
    },
    timezone,
  )
  const contract = toWireContract(row)
  await publishRow(companyId, 'contract', 'create', contract)
  return contract
}
