import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'

export const CONTRACT_TYPES = ['Anual', 'Mensal', 'Diário'] as const
export type ContractType = (typeof CONTRACT_TYPES)[number]

/** Agreement of a customer to pay repeatedly. Amounts in reais. */
export const Contract = z.object({
  id: Id,
  /** Number given by the company, unique in it. */
  number: z.string(),
  customerId: Id,
  customer: z.object({ id: Id, fullName: z.string() }),
  type: z.enum(CONTRACT_TYPES),
  value: z.number(),
  lateFine: z.number(),
  /** True if it continues for another term of its type when it expires. */
  renewal: z.boolean(),
  /** True if it is published, and so cannot be deleted; `publishment` is since when. */
  published: z.boolean(),
  publishment: Instant.nullable(),
  /** Equipment handed over with it. */
  equipments: z.array(z.object({ name: z.string(), serialNumber: z.string() })),
  /** Days in the company's zone, `yyyy-mm-dd`. */
  startAt: z.iso.date(),
  expiresAt: z.iso.date(),
  /** User who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Contract = z.infer<typeof Contract>

/** Expiring contract, for the person in charge of it. */
export const ContractReminder = z.object({
  /** Id of the contract. */
  id: Id,
  number: z.string(),
  customer: z.object({ id: Id, fullName: z.string() }),
  expiresAt: z.iso.date(),
  /** True if it continues by itself. */
  renewal: z.boolean(),
  /** Days before its last day at which the latest reminder was sent. */
  days: z.number().int(),
  /** Time of that reminder. */
  at: Instant,
})
export type ContractReminder = z.infer<typeof ContractReminder>
