import type { Goal } from '@balcao/shared/entities/goal.ts'
import { type GoalSubject, type GoalTargets, targetsFor } from '@balcao/shared/rules/goals/ticket-goals.ts'
import type { WorkingCalendar } from '@balcao/shared/rules/goals/working-time.ts'
import { schedulesOf } from '@balcao/shared/rules/schedules-of.ts'
import { getCompany } from '../company/company.ts'
import { configurationVersion, hasGoals } from '../company/configuration-version.ts'
import { HOLIDAYS } from '../company/holiday.ts'
import { readSettings } from '../company/setting.ts'
import { normalizeName } from '../table/normalize.ts'
import { cacheFor } from '../table/short-cache.ts'
import { everyRow, type SmallList } from '../table/small-list.ts'
import { listQueues } from '../team/queue.ts'

export const GOALS: SmallList<Goal> = {
  kind: 'goal',
  missing: 'ERR_NO_GOAL_FOUND',
  text: goal => goal.name,
  unique: goal => ({ goalName: normalizeName(goal.name) }),
  taken: { goalName: 'ERR_GOAL_NAME_ALREADY_EXISTS' },
}

/** Service goals of a company's tickets, and the hours in which it works. */
export type GoalPlan = {
  targetsFor: (ticket: GoalSubject) => GoalTargets
  calendarOf: (queueId: string | null) => WorkingCalendar
}

/** Time (ms) for which the plan is cached; the cache holds for one version of the configuration. */
const LIFETIME_MS = 5000

const plans = cacheFor<GoalPlan>(LIFETIME_MS)

/** Returns the service goals of a company; undefined, without a read, if it has none. */
export async function goalPlanOf(companyId: string): Promise<GoalPlan | undefined> {
  if (!(await hasGoals(companyId))) return undefined
  const version = await configurationVersion(companyId)
  return plans.get(`${companyId}#${version}`, async () => {
    const [goals, settings, company, queues, holidays] = await Promise.all([
      everyRow(companyId, GOALS, { consistent: true }),
      readSettings(companyId),
      getCompany(companyId, true),
      listQueues(companyId, true),
      everyRow(companyId, HOLIDAYS, { consistent: true }),
    ])
    const hours = { settings, companySchedules: company?.schedules ?? [], queues }
    return {
      targetsFor: ticket => targetsFor(goals, ticket),
      calendarOf: queueId => ({ schedules: schedulesOf(hours, queueId), holidays, timeZone: settings.timezone }),
    }
  })
}
