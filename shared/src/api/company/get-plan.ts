import { z } from 'zod'
import { Id } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { Plan } from '../../entities/plan.ts'

/** One of `companies`; a file of its own, because every screen needs it at once. */
export const getPlan = route({
  method: 'GET',
  path: '/companies/listPlan/{companyId}',
  summary: "The own company's plan with its flags",
  access: 'user',
  params: z.object({ companyId: Id }),
  response: Plan,
  errors: ['ERR_NO_COMPANY_FOUND'],
})
