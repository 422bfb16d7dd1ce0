import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { Plan } from './plan.ts'
import { Setting } from './setting.ts'
import { WeekdaySchedules } from './working-hours.ts'

export const RECURRENCES = ['MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const

/** Company as another row shows it. */
export const CompanyRef = z.object({ id: Id, name: z.string() })
export type CompanyRef = z.infer<typeof CompanyRef>

export const Company = CompanyRef.extend({
  email: z.string(),
  phone: z.string(),
  status: z.boolean(),
  /**
   * Set while the company is being deleted: it is disabled for good, and removed once all its data
   * is.
   */
  deleting: z.literal(true).optional(),
  dueDate: Instant,
  /** Time zone of the company's days, from its setting. */
  timezone: z.string().optional(),
  trialExpiration: Instant.nullable(),
  recurrence: z.enum(RECURRENCES),
  planId: Id,
  plan: Plan.optional(),
  campaignsEnabled: z.boolean(),
  schedules: WeekdaySchedules,
  /** Present only where a single company is requested. */
  settings: z.array(Setting).optional(),
  /** Path of the logo on the site (`/public/<company>/…`), and the original name of its file. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** Name on invoices; empty until somebody fills it in. */
  billingName: z.string(),
  addressZipCode: z.string(),
  addressStreet: z.string(),
  addressDistrict: z.string(),
  addressCity: z.string(),
  addressState: z.string(),
  /**
   * True if there is a token with which other systems send messages over the default connection.
   */
  hasToken: z.boolean(),
  /** True if the first steps are still to be shown: neither done nor dismissed. */
  firstSteps: z.boolean().optional(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Company = z.infer<typeof Company>
