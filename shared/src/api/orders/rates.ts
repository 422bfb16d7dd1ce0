import { z } from 'zod'
import { Id, listQuery, Money, page } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { rowLists, rowRoutes } from '../../api-contract/row-routes.ts'
import { MoneyOrZero } from '../../api-contract/sales-fields.ts'
import { RATE_TYPES, Rate } from '../../entities/rate.ts'
import { codeMessage } from '../../validation/field-message.ts'

const rights = { read: 'user', change: 'catalog', plan: 'useSales' } as const

/** Shortest distance of a rate, a metre, in kilometres. */
const METRE_KM = 0.001

export const rates = {
  ...rowLists({ ...rights, path: '/rates', field: 'rates', row: Rate }),
  ...rowRoutes({
    ...rights,
    path: '/rates',
    one: 'a delivery rate of a store',
    audit: 'rate',
    row: Rate,
    fields: {
      storeId: Id,
      /** Company's delivery method, which is the default; another one is refused. */
      type: z.enum(RATE_TYPES).optional(),
      kilometers: z
        .number()
        .min(0)
        .max(20_000)
        .refine(distance => distance === 0 || distance >= METRE_KM, {
          error: codeMessage('too_small'),
          params: { minimum: METRE_KM },
        })
        .default(0),
      minimumValue: MoneyOrZero,
      value: Money,
      isActive: z.boolean().default(true),
    },
    missing: 'ERR_NO_RATE_FOUND',
    refusals: ['ERR_RATE_ALREADY_EXISTS', 'ERR_RATE_METHOD', 'ERR_NO_STORE_FOUND'],
  }),
  ofStore: route({
    method: 'GET',
    access: 'user',
    plan: 'useSales',
    path: '/rates/store/{storeId}',
    summary: 'The rates of a store for the delivery method that is set',
    params: z.object({ storeId: Id }),
    query: z.object(listQuery),
    response: z.object({ rates: z.array(Rate), ...page }),
    errors: ['ERR_NO_STORE_FOUND'],
  }),
}
