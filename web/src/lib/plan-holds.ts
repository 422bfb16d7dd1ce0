import type { Plan } from '@balcao/shared/entities/plan.ts'

/** Returns what a plan holds, by the name of its text; of what a month has no limit, or the plan has not, nothing. */
export function planHolds(plan: Plan) {
  const { users, connections, queues, useCampaigns, campaigns, useSchedules, schedules } = plan
  return [
    { what: 'users', count: users },
    { what: 'connections', count: connections },
    { what: 'queues', count: queues },
    ...(useCampaigns && campaigns !== null ? [{ what: 'campaigns', count: campaigns } as const] : []),
    ...(useSchedules && schedules !== null ? [{ what: 'schedules', count: schedules } as const] : []),
  ] as const
}
