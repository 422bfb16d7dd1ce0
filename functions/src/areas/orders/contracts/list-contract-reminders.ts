import { mayAccess } from '@balcao/shared/access.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { REMINDER_DAYS } from '@balcao/shared/rules/sales/contract-term.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { contractsUntil, toWireReminder } from '../../../data/orders/contract.ts'
import type { Operations } from '../operations.ts'

/** The bell is no list to page through: these many are more than anybody looks at. */
const MOST = 50

/** Admins look after all contracts, everybody else after those they made. */
export const listContractReminders: Operations['contracts']['reminders'] = async ({ companyId, actor }) => {
  const { timezone } = await getSettings(companyId)
  const today = localDay(Date.now(), timezone)
  const isAdmin = mayAccess('admin', actor)
  const rows = await contractsUntil(
    companyId,
    { from: today, to: addDays(today, Math.max(...REMINDER_DAYS)) },
    MOST,
    ({ reminder, userId }) => reminder !== null && (isAdmin || userId === actor.userId),
  )
  return { reminders: rows.flatMap(toWireReminder) }
}
