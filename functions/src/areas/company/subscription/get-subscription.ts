import { invoiceValue, renewedDueDate } from '@balcao/shared/rules/billing/due-date.ts'
import { toCents, toReais } from '@balcao/shared/rules/sales/money.ts'
import { getBilling } from '../../../data/company/billing.ts'
import { requireCompany } from '../../../data/company/company.ts'
import { monthlyUse } from '../../../data/company/monthly-use.ts'
import { listPlans } from '../../../data/company/plan.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { getUsage } from '../../../data/company/usage.ts'
import type { Operations } from '../operations.ts'

/**
 * Returns what the company uses of its plan, and what each plan costs if it is paid now: a whole
 * recurrence, after which the license runs one recurrence further than today.
 */
export const getSubscription: Operations['subscription']['get'] = async ({ companyId }) => {
  const [company, billing, { timezone }, usage, campaigns, schedules, plans] = await Promise.all([
    requireCompany(companyId),
    getBilling(companyId),
    getSettings(companyId),
    getUsage(companyId),
    monthlyUse(companyId, 'campaigns'),
    monthlyUse(companyId, 'schedules'),
    listPlans(),
  ])
  const { recurrence } = company
  const dueDate = Date.parse(company.dueDate)
  const anchor = billing.anchor?.dueDate === dueDate ? billing.anchor.day : undefined
  const until = renewedDueDate({ dueDate, recurrence, anchor }, Date.now(), timezone).dueDate
  const { users, connections, queues } = usage
  return {
    usage: { users, connections, queues, campaigns: campaigns.used, schedules: schedules.used },
    offers: Object.fromEntries(
      // A free plan is not paid for.
      plans
        .filter(({ value }) => value > 0)
        .map(plan => [
          plan.id,
          {
            today: toReais(invoiceValue(toCents(plan.value), recurrence)),
            until: new Date(until).toISOString(),
            fits: users <= plan.users && connections <= plan.connections && queues <= plan.queues,
          },
        ]),
    ),
  }
}
