import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { Plan } from './plan.ts'
import { Setting } from './setting.ts'
import { WeekdaySchedules } from './working-hours.ts'

export const RECURRENCES = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const

/** A company as a row of something else shows it. */
export const CompanyRef = z.object({ id: Id, name: z.string() })
export type CompanyRef = z.infer<typeof CompanyRef>

export const Company = CompanyRef.extend({
  email: z.string(),
  phone: z.string(),
  status: z.boolean(),
  /** It is being deleted: disabled for good, and gone once everything of it is. */
  deleting: z.literal(true).optional(),
  dueDate: Instant,
  /** The zone in which it has its days: that of its setting. */
  timezone: z.string().optional(),
  trialExpiration: Instant.nullable(),
  recurrence: z.enum(RECURRENCES),
  planId: Id,
  plan: Plan.optional(),
  campaignsEnabled: z.boolean(),
  schedules: WeekdaySchedules,
  /** Only where one company is asked for. */
  settings: z.array(Setting).optional(),
  /** The logo's path on the site (`/public/<company>/…`), and what its file was called. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** Whom invoices are made out to; empty until somebody fills it in. */
  billingName: z.string(),
  addressZipCode: z.string(),
  addressStreet: z.string(),
  addressDistrict: z.string(),
  addressCity: z.string(),
  addressState: z.string(),
  /** Whether there is a token by which other systems send messages over the default connection. */
  hasToken: z.boolean(),
  /** Its first steps are still to be shown: neither done nor dismissed. */
  firstSteps: z.boolean().optional(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Company = z.infer<typeof Company>
