import { z } from 'zod'
import { Day, Id } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'

/** Numbers of days for which a dashboard can be requested; today is the last of them. */
export const PERIODS = ['3', '7', '15', '30', '60', '90'] as const

const Quantity = z.number().int()

/** Tickets closed in a range, and their averages. */
const Finished = z.object({
  supportFinished: Quantity,
  /** Averages in minutes with one decimal; 0 without any (see `Basis`). */
  avgSupportTime: z.number(),
  avgWaitTime: z.number(),
})

/** Numbers of tickets that the averages are of: those that somebody accepted, and that waited. */
const Basis = z.object({ supported: Quantity, waited: Quantity })

/** Closed tickets of a range that met a service goal, and that missed it. */
const Reached = z.object({ met: Quantity, missed: Quantity })

/** Orders made in a range, without cancelled ones. Amounts in reais. */
const Sold = z.object({
  orders: Quantity,
  revenue: z.number(),
  /** Mean total; null without orders. */
  average: z.number().nullable(),
  /** Those of them that are paid. */
  paid: Quantity,
  paidTotal: z.number(),
})

/** Tickets begun, and amount sold, in the whole hours of a day before the current one. */
const UntilNow = z.object({ made: Quantity, revenue: z.number() })

/** Today so far, and the same weekday a week ago up to the same hour. */
const Today = z.object({
  day: z.string(),
  /** Current hour, 0-23: comparisons count the hours before it. */
  hour: Quantity,
  made: Quantity,
  orders: Quantity,
  revenue: z.number(),
  soFar: UntilNow,
  usual: UntilNow,
})

const Counters = Finished.extend({
  /** Open and pending tickets at the moment, whatever the range. */
  supportHappening: Quantity,
  supportPending: Quantity,
  /** Sessions of the whole installation; for super users alone. */
  totalWhatsappSessions: Quantity.optional(),
  totalCompanies: Quantity.optional(),
})

const Attendant = z.object({
  id: Id,
  name: z.string(),
  /** Mean of the ratings, 1 to 3; null without one. */
  rating: z.number().nullable(),
  /** Minutes, with one decimal; 0 without any accepted ticket. */
  avgSupportTime: z.number(),
  /** Number of tickets that the average is of. */
  supported: Quantity,
  /** Open tickets at the moment, and tickets closed in the range. */
  open: Quantity,
  closed: Quantity,
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
    response: z.object({
      counters: Counters,
      /**
       * The range itself, and the one of as many days before it; null
       * if no ticket was closed in that.
       */
      range: z.object({ first: z.string(), last: z.string() }),
      basis: Basis,
      goals: z.object({ firstAnswer: Reached, resolution: Reached }),
      previous: Finished.extend({ basis: Basis, first: z.string(), last: z.string() }).nullable(),
      today: Today,
      /** Null if the plan has no sales. */
      sales: Sold.extend({ previous: Sold.nullable() }).nullable(),
      attendants: z.array(Attendant),
    }),
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
