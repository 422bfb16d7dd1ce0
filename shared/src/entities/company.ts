import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { Plan } from './plan.ts'
import { WeekdaySchedules } from './working-hours.ts'

export const RECURRENCES = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const

export const Company = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  status: z.boolean(),
  dueDate: Instant,
  trialExpiration: Instant.nullable(),
  recurrence: z.enum(RECURRENCES),
  planId: Id,
  plan: Plan.optional(),
  campaignsEnabled: z.boolean(),
  schedules: WeekdaySchedules,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Company = z.infer<typeof Company>
