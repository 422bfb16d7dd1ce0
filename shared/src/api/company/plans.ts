import { z } from 'zod'
import { IdParams, plainListQuery } from '../../contract/fields.ts'
import { route } from '../../contract/route.ts'
import { Plan } from '../../entities/plan.ts'

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
}
