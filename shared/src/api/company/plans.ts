import { z } from 'zod'
import { PLAN_FLAGS, type PlanFlag } from '../../access.ts'
import { IdParams, Money, Name, plainListQuery } from '../../contract/fields.ts'
import { route } from '../../contract/route.ts'
import { Plan } from '../../entities/plan.ts'

/** How many of something a company may have. */
const Limit = z.number().int().min(1, 'at least 1').max(100_000)

const flags = Object.fromEntries(PLAN_FLAGS.map(flag => [flag, z.boolean()])) as Record<PlanFlag, z.ZodBoolean>

const PlanBody = z.object({
  name: Name,
  users: Limit,
  connections: Limit,
  queues: Limit,
  value: Money,
  ...flags,
})

/** Plans are the installation's: super users make them, companies have one each. */
export const plans = {
  list: route({
    method: 'GET',
    path: '/plans/list',
    summary: 'Plans to choose from at sign-up',
    access: 'public',
    query: z.object(plainListQuery),
    response: z.array(Plan),
  }),
  get: route({
    method: 'GET',
    path: '/plans/{id}',
    summary: 'A plan',
    access: 'user',
    params: IdParams,
    response: Plan,
    errors: ['ERR_NO_PLAN_FOUND'],
  }),
  create: route({
    method: 'POST',
    path: '/plans',
    summary: 'Create a plan',
    access: 'super',
    audit: 'plan.create',
    body: PlanBody,
    response: Plan,
    status: 201,
    errors: ['ERR_PLAN_ALREADY_EXISTS'],
  }),
  /** Counts at once for every company that has it; what a company has beyond a lowered limit stays. */
  update: route({
    method: 'PUT',
    path: '/plans/{id}',
    summary: 'Change a plan',
    access: 'super',
    audit: 'plan.update',
    params: IdParams,
    body: PlanBody.partial(),
    response: Plan,
    errors: ['ERR_NO_PLAN_FOUND', 'ERR_PLAN_ALREADY_EXISTS'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/plans/{id}',
    summary: 'Delete a plan that no company has',
    access: 'super',
    audit: 'plan.delete',
    params: IdParams,
    errors: ['ERR_PLAN_IN_USE'],
  }),
}
