import { z } from 'zod'
import { PLAN_FLAGS, type PlanFlag } from '../../access.ts'
import { IdParams, Money, Name, plainListQuery } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { Plan } from '../../entities/plan.ts'

/** Maximum number of something that a company may have. */
const Limit = z.number().int().min(1).max(100_000)

/** Maximum number of something that a company may make in a month; null for no limit. */
const MonthlyLimit = z.number().int().min(0).max(1_000_000).nullable()

const flags = Object.fromEntries(PLAN_FLAGS.map(flag => [flag, z.boolean()])) as Record<PlanFlag, z.ZodBoolean>

const fields = {
  name: Name,
  users: Limit,
  connections: Limit,
  queues: Limit,
  campaigns: MonthlyLimit,
  schedules: MonthlyLimit,
  value: Money,
  ...flags,
}

const PlanBody = z.object({
  ...fields,
  campaigns: MonthlyLimit.default(null),
  schedules: MonthlyLimit.default(null),
})

/** Changes of a plan. There are no defaults: a field that is left out stays. */
const PlanChanges = z.object(fields).partial()

/** Plans of the installation: super users make them, each company has one. */
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
  /**
   * Changes a plan, at once for every company that has it; what a company has beyond a lowered
   * limit stays.
   */
  update: route({
    method: 'PUT',
    path: '/plans/{id}',
    summary: 'Change a plan',
    access: 'super',
    audit: 'plan.update',
    params: IdParams,
    body: PlanChanges,
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
