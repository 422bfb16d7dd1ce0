import { z } from 'zod'
import { Day, Id } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { DayCost } from '../../entities/message-cost.ts'

export const messageCosts = {
  get: route({
    method: 'GET',
    path: '/message-costs',
    summary: 'Billed messages over the Cloud API and their cost, by day and category',
    access: 'admin',
    query: z.object({ from: Day.optional(), to: Day.optional(), whatsappId: Id.optional() }),
    response: z.object({
      /** Currency code (ISO 4217) of all costs. */
      currency: z.string(),
      days: z.array(DayCost),
    }),
    errors: ['ERR_PERIOD_TOO_LONG'],
  }),
}
