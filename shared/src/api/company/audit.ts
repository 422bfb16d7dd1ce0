import { z } from 'zod'
import { Day, Id, Instant, listQuery, page } from '../../api-contract/fields.ts'
import { fileFormat } from '../../api-contract/list-export.ts'
import { route } from '../../api-contract/route.ts'
import { AUDIT_SUBJECTS, AUDIT_VERBS } from '../../entities/audit-action.ts'
import { AuditEntry } from '../../entities/audit-entry.ts'

const { searchParam, cursor, limit } = listQuery

/** Filters of the entries. */
const filters = {
  searchParam,
  userId: Id.describe('Only actions of this user').optional(),
  subject: z.enum(AUDIT_SUBJECTS).optional(),
  verb: z.enum(AUDIT_VERBS).optional(),
  dateFrom: Day.describe('First day, in the company’s time zone; dateTo is the last one').optional(),
  dateTo: Day.optional(),
}

export const audit = {
  /**
   * Lists entries. A filtered page (by person, word or kind) ends after a limited number of checked
   * rows, with few rows or none, and continues by its cursor; `lookedTo` says how far back it
   * looked.
   */
  list: route({
    method: 'GET',
    path: '/audit',
    summary: 'Log of the company of the last 180 days, with users and addresses, newest first',
    access: 'admin',
    query: z.object({ ...filters, cursor, limit }),
    response: z.object({ entries: z.array(AuditEntry), lookedTo: Instant.nullable(), ...page }),
  }),
  /**
   * Exports the entries as CSV in a job. The same request while the caller's job is under way
   * answers that job.
   */
  export: route({
    method: 'POST',
    path: '/audit/export',
    summary: 'Export what was done in the company as CSV or for Excel, as a job',
    access: 'admin',
    audit: 'audit.export',
    body: z.object({ ...filters, ...fileFormat }),
    response: z.object({ jobId: Id }),
    status: 202,
  }),
}
