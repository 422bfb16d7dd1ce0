import { z } from 'zod'
import { Day, Id, Instant, page, QueryFlag, QueryIds } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { Rating, TICKET_STATUSES, TicketPriority, TicketStatus } from '../../entities/ticket.ts'
import { codeMessage } from '../../validation/field-message.ts'

/**
 * Statuses by which a report may be filtered; `group` is any ticket of a group, the others are a
 * ticket's status.
 */
export const REPORT_STATUSES = [...TICKET_STATUSES, 'group'] as const
export const ReportStatus = z.enum(REPORT_STATUSES)
export type ReportStatus = z.infer<typeof ReportStatus>

/** JSON list of statuses in the URL (`status=["open"]`). */
const QueryStatuses = z
  .string()
  .max(200)
  .transform((text, context): ReportStatus[] => {
    try {
      const parsed = z.array(ReportStatus).max(20).safeParse(JSON.parse(text))
      if (parsed.success) return parsed.data
    } catch {
      // Invalid JSON is reported by the issue below.
    }
    context.addIssue({ code: 'custom', message: codeMessage('invalid_list') })
    return z.NEVER
  })

/** Days in the company's zone, both included; by default the first of this month and today. */
const days = { dateFrom: Day.optional(), dateTo: Day.optional() }
/** Text searched in names and numbers of contacts. */
const searchParam = z.string().max(200).default('')
/** Contact; left out or empty for any contact. */
const contactId = z.union([z.literal(''), Id]).optional()

/** `ad`: only tickets of contacts whom an advertisement or a post brought. */
const origin = z.enum(['ad']).optional()

const Ids = z.array(Id).max(200).default([])

/** Filters of an export: those of the report, with lists as arrays. */
export const ReportFilterBody = z.object({
  ...days,
  searchParam,
  contactId,
  whatsappId: Ids,
  users: Ids,
  queueIds: Ids,
  status: z.array(ReportStatus).max(20).default([]),
  onlyRated: z.boolean().default(false),
  origin,
})
export type ReportFilterBody = z.infer<typeof ReportFilterBody>

export const ReportTicket = z.object({
  id: Id,
  uuid: Id,
  whatsappName: z.string(),
  contactName: z.string(),
  userName: z.string().nullable(),
  queueName: z.string().nullable(),
  status: TicketStatus,
  /** Whole message, up to the 32,767 characters of a spreadsheet cell. */
  lastMessage: z.string(),
  createdAt: Instant,
  /** Null while it is not closed, and so is `supportTime`. */
  closedAt: Instant.nullable(),
  /** Seconds from accept to close. */
  supportTime: z.number().int().nullable(),
  /** Contact's rating of the last closing: 1 unhappy, 2 satisfied, 3 very satisfied. */
  NPS: Rating.nullable(),
  /** Headline, else the address, of the advertisement or post that brought the contact. */
  origin: z.string().nullable(),
  priority: TicketPriority,
})
export type ReportTicket = z.infer<typeof ReportTicket>

export const ticketreport = {
  /**
   * Lists the tickets made in a range of days, newest first, with their total number. An empty list
   * filters nothing. An answer ends at the end of its page, or when it is full: `nextCursor`
   * continues after its last row, with the same filters.
   */
  reports: route({
    method: 'GET',
    path: '/ticketreport/reports',
    summary: 'Report of tickets by contact, connection, status, user, queue, days, rating and origin',
    access: 'admin',
    query: z.object({
      ...days,
      searchParam,
      contactId,
      whatsappId: QueryIds.default([]),
      users: QueryIds.default([]),
      queueIds: QueryIds.default([]),
      status: QueryStatuses.default([]),
      onlyRated: QueryFlag.default(false),
      origin,
      page: z.coerce.number().int().min(1).max(10_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(9_999_999).default(10),
      cursor: z.string().max(2000).describe("Cursor from the previous answer's nextCursor; replaces `page`").optional(),
    }),
    response: z.object({
      totalTickets: z.object({ total: z.number().int() }),
      tickets: z.array(ReportTicket),
      ...page,
    }),
    errors: ['ERR_PERIOD_TOO_LONG', 'ERR_INVALID_CURSOR'],
  }),
  /**
   * Exports all of them as a spreadsheet in a job. While the caller's last one with these filters
   * is under way, it is answered.
   */
  export: route({
    method: 'POST',
    path: '/ticketreport/export',
    summary: 'Export the report of tickets as a spreadsheet, as a job',
    access: 'admin',
    audit: 'report.export',
    body: ReportFilterBody,
    response: z.object({ jobId: Id }),
    status: 202,
    errors: ['ERR_PERIOD_TOO_LONG'],
  }),
}
