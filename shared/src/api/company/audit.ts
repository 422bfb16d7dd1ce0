import { z } from 'zod'
import { Id, Instant, listQuery, page } from '../../contract/fields.ts'
import { route } from '../../contract/route.ts'
import { AUDIT_SUBJECTS, AUDIT_VERBS, AuditEntry } from '../../entities/audit-entry.ts'

const { searchParam, cursor, limit } = listQuery

export const audit = {
  /**
   * A page that is looked for (by person, word or kind) ends where much was looked at, with few rows or none, and goes on by its cursor;
   * `lookedTo` says how far back that was.
   */
  list: route({
    method: 'GET',
    path: '/audit',
    summary: 'What was done in the company in the last 180 days, by whom and from where, newest first',
    access: 'admin',
    query: z.object({
      ...{ searchParam, cursor, limit },
      userId: Id.describe('What this user did').optional(),
      subject: z.enum(AUDIT_SUBJECTS).optional(),
      verb: z.enum(AUDIT_VERBS).optional(),
      dateFrom: z.iso.date().describe('A day of the company’s zone, as dateTo, both taken in').optional(),
      dateTo: z.iso.date().optional(),
    }),
    response: z.object({ entries: z.array(AuditEntry), lookedTo: Instant.nullable(), ...page }),
  }),
}
