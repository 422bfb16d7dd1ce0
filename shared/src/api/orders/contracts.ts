import { z } from 'zod'
import { dayOrInstant, IdParams, idOf, ListName, listQuery, Money, page } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { rowRoutes } from '../../api-contract/row-routes.ts'
import { MoneyOrZero } from '../../api-contract/sales-fields.ts'
import { CONTRACT_TYPES, Contract, ContractReminder } from '../../entities/contract.ts'
import { fieldMessage } from '../../validation/field-message.ts'

const rights = { read: 'user', change: 'user', plan: 'useContracts' } as const
const common = { access: 'user', plan: 'useContracts' } as const

const rows = rowRoutes({
  ...rights,
  path: '/contracts',
  one: 'a contract; refused once it is published',
  audit: 'contract',
  row: Contract,
  fields: {
    number: ListName,
    /** Customer, chosen by users who may edit profiles (decision 0040). */
    customerId: idOf('contract.customerId'),
    type: z.enum(CONTRACT_TYPES, fieldMessage('contract.type')),
    value: z
      .number(fieldMessage('contract.value'))
      .refine(value => value !== 0, fieldMessage('contract.value', 'required'))
      .pipe(Money),
    lateFine: MoneyOrZero,
    renewal: z.boolean().default(false),
    published: z.boolean().default(false),
    equipments: z
      .array(z.object({ name: z.string().trim().min(1).max(100), serialNumber: z.string().trim().max(100) }))
      .max(50)
      .default([]),
    /** Day; an instant counts as its day in the company's zone. */
    startAt: dayOrInstant('contract.startAt'),
    expiresAt: dayOrInstant('contract.expiresAt'),
  },
  missing: 'ERR_NO_CONTRACT_FOUND',
  refusals: [
    'ERR_CONTRACT_NUMBER_ALREADY_EXISTS',
    'ERR_NO_CUSTOMER_FOUND',
    'ERR_CONTRACT_DATES',
    'ERR_CONTRACT_PUBLISHED',
    'ERR_NO_PERMISSION',
  ],
})

export const contracts = {
  list: route({
    ...common,
    method: 'GET',
    path: '/contracts',
    summary: 'Contracts, the latest first; with `searchParam` those it finds by number or customer',
    query: z.object(listQuery),
    response: z.object({ contracts: z.array(Contract), ...page }),
    errors: ['ERR_INVALID_CURSOR'],
  }),
  reminders: route({
    ...common,
    method: 'GET',
    path: '/contracts/reminders',
    summary:
      'Contracts of which it was told that they expire and that have not, the soonest first: all for admins, of others those they made',
    query: z.object({ pageNumber: listQuery.pageNumber, cursor: listQuery.cursor, limit: listQuery.limit }),
    response: z.object({ reminders: z.array(ContractReminder), ...page }),
    errors: ['ERR_INVALID_CURSOR'],
  }),
  ...rows,
  remove: route({ ...rows.remove, errors: ['ERR_CONFLICT', 'ERR_CONTRACT_PUBLISHED'] }),
  publish: route({
    access: 'catalog',
    plan: 'useContracts',
    method: 'POST',
    path: '/contracts/{id}/publish',
    summary: 'Publish a contract; of a published one it changes nothing',
    params: IdParams,
    response: Contract,
    errors: ['ERR_NO_CONTRACT_FOUND', 'ERR_CONFLICT'],
  }),
}
