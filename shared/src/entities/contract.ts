import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'

export const CONTRACT_TYPES = ['Anual', 'Mensal', 'Diário'] as const
export type ContractType = (typeof CONTRACT_TYPES)[number]

/** What a customer has agreed to pay again and again. Amounts in reais. */
export const Contract = z.object({
  id: Id,
  /** As the company numbers it; one contract of a company has it. */
  number: z.string(),
  customerId: Id,
  customer: z.object({ id: Id, fullName: z.string() }),
  type: z.enum(CONTRACT_TYPES),
  value: z.number(),
  lateFine: z.number(),
  /** Goes on for another term of its type when it expires. */
  renewal: z.boolean(),
  /** A published contract is not deleted; `publishment` says since when it is. */
  published: z.boolean(),
  publishment: Instant.nullable(),
  /** What was handed over with it. */
  equipments: z.array(z.object({ name: z.string(), serialNumber: z.string() })),
  /** Days in the company's zone, `yyyy-mm-dd`. */
  startAt: z.iso.date(),
  expiresAt: z.iso.date(),
  /** Who made it. */
  userId: Id,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Contract = z.infer<typeof Contract>

/** A contract that was told to expire, for who is to look after it. */
export const ContractReminder = z.object({
  /** The contract's. */
  id: Id,
  number: z.string(),
  customer: z.object({ id: Id, fullName: z.string() }),
  expiresAt: z.iso.date(),
  /** It goes on by itself. */
  renewal: z.boolean(),
  /** So many days before its last day this was told last. */
  days: z.number().int(),
  /** When. */
  at: Instant,
})
export type ContractReminder = z.infer<typeof ContractReminder>
