import { z } from 'zod'
import { Day, Id } from '../../api-contract/fields.ts'
import { fileFormat } from '../../api-contract/list-export.ts'
import { route } from '../../api-contract/route.ts'

/** Properties by which the closed tickets of a period are grouped. */
export const TEAM_DIMENSIONS = ['queue', 'user', 'connection', 'hour', 'tag', 'origin', 'goal'] as const
export type TeamDimension = (typeof TEAM_DIMENSIONS)[number]

const Quantity = z.number().int()
/** Mean in minutes with one decimal, by the wall clock; null without a ticket that has it. */
const Minutes = z.number().nullable()

/** Closed tickets that met a service goal, and that missed it. */
const Reached = z.object({ met: Quantity, missed: Quantity })

/** Figures of tickets closed in a period. */
export const TeamFigures = z.object({
  /** Tickets that began in the period; null where they are not counted by this. */
  opened: Quantity.nullable(),
  closed: Quantity,
  /** Closed tickets that had been reopened. */
  reopened: Quantity,
  /** Closed tickets that a bot had and nobody ever took. */
  abandoned: Quantity,
  /** From the opening, or the last reopening, to a person's first answer; `answered` have one. */
  firstAnswer: Minutes,
  answered: Quantity,
  /** From there to the closing. */
  resolution: Minutes,
  /** Mean of the ratings, 1 to 3; null without one. */
  rating: z.number().nullable(),
  rated: Quantity,
  goals: z.object({ firstAnswer: Reached, resolution: Reached }),
})
export type TeamFigures = z.infer<typeof TeamFigures>

const Compared = z.object({
  now: TeamFigures,
  /** Figures of as many days before; null if no ticket was closed in them. */
  before: TeamFigures.nullable(),
})

export const TeamRow = Compared.extend({
  /** Id; for an hour `00` to `23`, for an origin its key; null: tickets without one. */
  key: z.string().nullable(),
  /** Empty for an hour, and where it is neither there any more nor known. */
  name: z.string(),
  /** True if it was deleted since. */
  isGone: z.boolean(),
})
export type TeamRow = z.infer<typeof TeamRow>

const by = z.enum(TEAM_DIMENSIONS)

export const teamReport = {
  get: route({
    method: 'GET',
    path: '/ticketreport/team',
    summary: 'Figures of closed tickets by queue, user, connection, hour, tag, origin or goal, with those before',
    access: 'admin',
    query: z.object({ by, date_from: Day, date_to: Day }),
    response: z.object({
      /**
       * The range, and the one of as many days before it; both ends are
       * included, in the company's zone.
       */
      range: z.object({ first: z.string(), last: z.string() }),
      previous: z.object({ first: z.string(), last: z.string() }),
      /** False while the tickets from before these figures existed are being counted. */
      isComplete: z.boolean(),
      /**
       * Figures of all tickets; not the sum of the rows, as a ticket with
       * two tags counts in two of them.
       */
      totals: Compared,
      /** The most closed tickets first; hours in their order. */
      rows: z.array(TeamRow),
    }),
    errors: ['ERR_PERIOD_TOO_LONG'],
  }),
  /**
   * Exports it as a file, in a job. While the caller's last one of the
   * same is under way, it is answered.
   */
  export: route({
    method: 'POST',
    path: '/ticketreport/team/export',
    summary: 'Export the report by team as CSV or a spreadsheet, as a job',
    access: 'admin',
    audit: 'report.export',
    body: z.object({ by, date_from: Day, date_to: Day, ...fileFormat }),
    response: z.object({ jobId: Id }),
    status: 202,
    errors: ['ERR_PERIOD_TOO_LONG'],
  }),
}
