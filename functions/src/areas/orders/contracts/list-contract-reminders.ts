import { mayAccess } from '@balcao/shared/access.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { REMINDER_DAYS } from '@balcao/shared/rules/sales/contract-term.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { pageOfExpiring, toWireReminder } from '../../../data/orders/contract.ts'
import type { Operations } from '../operations.ts'

/**
 * Lists contract reminders: for admins those of all contracts, for others those of the contracts
 * they created.
 */
export const listContractReminders: Operations['contracts']['reminders'] = async ({ companyId, actor }, { query }) => {
  const { timezone } = await getSettings(companyId)
  const today = localDay(Date.now(), timezone)
  const isAdmin = mayAccess('admin', actor)
  const { rows, hasMore, nextCursor } = await pageOfExpiring(
    companyId,
    { from: today, to: addDays(today, Math.max(...REMINDER_DAYS)) },
    ({ reminder, userId }) => reminder !== null && (isAdmin || userId === actor.userId),
    query,
  )
  return { reminders: rows.flatMap(toWireReminder), hasMore, nextCursor }
}
