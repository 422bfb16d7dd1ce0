import { z } from 'zod'
import { Id } from '../api-contract/fields.ts'

export const Plan = z.object({
  id: Id,
  name: z.string(),
  /** Maximum number of each that a company may have. */
  users: z.number().int(),
  connections: z.number().int(),
  queues: z.number().int(),
  /**
   * Maximum number that a company may make in a month of its own time zone: 0 for none, null for
   * any number.
   */
  campaigns: z.number().int().nullable(),
  schedules: z.number().int().nullable(),
  /** Price per month in BRL, with at most 2 decimals. */
  value: z.number(),
  useCampaigns: z.boolean(),
  useKanban: z.boolean(),
  useOpenAi: z.boolean(),
  useIntegrations: z.boolean(),
  useSchedules: z.boolean(),
  useInternalChat: z.boolean(),
  useExternalApi: z.boolean(),
  useSales: z.boolean(),
  useContracts: z.boolean(),
})
export type Plan = z.infer<typeof Plan>
