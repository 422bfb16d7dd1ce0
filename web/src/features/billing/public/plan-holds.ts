import type { Plan } from '@balcao/shared/entities/plan.ts'

/**
 * Returns the limits of a plan, by the name of their text; monthly limits are left out where the
 * plan has none, or lacks the feature.
 */
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
