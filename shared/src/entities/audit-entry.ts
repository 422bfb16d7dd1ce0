import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { AUDIT_SUBJECTS, AUDIT_VERBS } from './audit-action.ts'
import { FieldChange } from './field-change.ts'
import { UserRef } from './user.ts'

/** Days for which a company may look back. */
export const AUDIT_DAYS = 180

/** Entry of a company's audit log: who did what, when and from where. */
export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  subject: z.enum(AUDIT_SUBJECTS),
  verb: z.enum(AUDIT_VERBS),
  /** Row that the action changed; null if it has none. */
  subjectId: z.string().nullable(),
  /** Name of the row at that time. */
  name: z.string().nullable(),
  /** User; null for the product itself, or if the user is unknown. */
  user: UserRef.nullable(),
  /** True if somebody of the installation acted, in a support session of the company. */
  support: z.boolean(),
  /** IP address, for IPv6 the network; null for the product itself. */
  address: z.string().nullable(),
  /** Program that was used, by its `User-Agent`: `Firefox · Windows`; only for sign-ins. */
  browser: z.string().nullable(),
  /** Changed fields, for changes that are kept with their earlier values. */
  changes: z.array(FieldChange).optional(),
})
export type AuditEntry = z.infer<typeof AuditEntry>
