import { z } from 'zod'
import { Id } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { isDay } from '../../rules/days.ts'
import { codeMessage } from '../../validation/field-message.ts'

/** Numbers of days for which a dashboard can be requested; today is the last of them. */
export const PERIODS = ['3', '7', '15', '30', '60', '90'] as const

/** Day `yyyy-mm-dd`, in the company's zone. */
const Day = z.string().refine(isDay, codeMessage('invalid_date'))

const Quantity = z.number().int()

const Counters = z.object({
  /** Open and pending tickets at the moment, whatever the range. */
  supportHappening: Quantity,
  supportPending: Quantity,
  /** Tickets closed in the range, and their averages in minutes with one decimal; 0 without any. */
  supportFinished: Quantity,
  avgSupportTime: z.number(),
  avgWaitTime: z.number(),
  /** Sessions of the whole installation; for super users alone. */
  totalWhatsappSessions: Quantity.optional(),
  totalCompanies: Quantity.optional(),
})

const Attendant = z.object({
  id: Id,
  name: z.string(),
  /** Mean of the ratings, 1 to 3; null without one. */
  rating: z.number().nullable(),
  /** Minutes, with one decimal. */
  avgSupportTime: z.number(),
  online: z.boolean(),
})

const chartQuery = z.object({
  initialDate: Day.optional(),
  finalDate: Day.optional(),
  /** Sent by older clients and ignored: the caller's company is always used. */
  companyId: z.string().max(100).optional(),
})

export const dashboard = {
  get: route({
    method: 'GET',
    path: '/dashboard',
    summary: 'Counters and attendants of a period (`days`) or of a range of days; 400 without either',
    access: 'admin',
    query: z.object({
      days: z.enum(PERIODS).optional(),
      date_from: Day.optional(),
      date_to: Day.optional(),
    }),
    response: z.object({ counters: Counters, attendants: z.array(Attendant) }),
    errors: ['ERR_PERIOD_TOO_LONG'],
  }),
  ticketsUsers: route({
    method: 'GET',
    path: '/dashboard/ticketsUsers',
    summary: 'Tickets closed in a range of days, by attendant',
    access: 'admin',
    query: chartQuery,
    response: z.object({ data: z.array(z.object({ name: z.string(), quantity: Quantity })) }),
    errors: ['ERR_PERIOD_TOO_LONG'],
  }),
  ticketsDay: route({
    method: 'GET',
    path: '/dashboard/ticketsDay',
    summary: 'Tickets made in a range of days, by day; of one day by hour',
    access: 'admin',
    query: chartQuery,
    response: z.object({
      count: Quantity,
      /** `time` ("09:00") for one day, else `date` ("2026-11-21"). */
      data: z.array(z.object({ time: z.string().optional(), date: z.string().optional(), total: Quantity })),
    }),
    errors: ['ERR_PERIOD_TOO_LONG'],
  }),
}
