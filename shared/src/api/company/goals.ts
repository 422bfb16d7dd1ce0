import { z } from 'zod'
import { Id } from '../../api-contract/fields.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { Goal, GoalMinutes } from '../../entities/goal.ts'
import { TicketPriority } from '../../entities/ticket.ts'

const rights = { read: 'user', change: 'admin' } as const

/** Service goals of the company: times in which tickets are answered and resolved. */
export const goals = {
  ...rowLists({ ...rights, path: '/goals', field: 'goals', row: Goal }),
  ...rowRoutes({
    ...rights,
    path: '/goals',
    one: 'a service goal',
    audit: 'goal',
    row: Goal,
    fields: {
      name: z.string().trim().min(2).max(80),
      queueId: Id.nullable().default(null),
      priority: TicketPriority.nullable().default(null),
      firstAnswerMinutes: GoalMinutes.nullable().default(null),
      resolutionMinutes: GoalMinutes.nullable().default(null),
    },
    missing: 'ERR_NO_GOAL_FOUND',
    refusals: ['ERR_GOAL_NAME_ALREADY_EXISTS', 'ERR_GOAL_WITHOUT_TIME', 'ERR_NO_QUEUE_FOUND'],
  }),
}
