import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { FieldChange } from './field-change.ts'
import { UserRef } from './user.ts'

/** What is kept track of: what an admin would ask about later. */
export const AUDIT_SUBJECTS = [
  'session',
  'user',
  'invitation',
  'queue',
  'connection',
  'setting',
  'company',
  'plan',
  'invoice',
  'holiday',
  'prompt',
  'integration',
  'webhook',
  'campaign',
  'contactList',
  'contact',
  'ticket',
  'queueOption',
  'campaignSettings',
  'contactListItem',
  'tag',
  'quickMessage',
  'announcement',
  'help',
  'file',
  'store',
  'category',
  'product',
  'productStore',
  'payment',
  'paymentDetail',
  'statusBudget',
  'zone',
  'zoneDetail',
  'rate',
  'coupon',
  'contract',
  'budget',
  'customer',
  'portfolio',
  'report',
  'audit',
] as const
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number]

export const AUDIT_VERBS = [
  'create',
  'update',
  'delete',
  'signIn',
  'signInRefused',
  'signOut',
  'changePassword',
  'changeSecondFactor',
  'replaceSecret',
  'support',
  'export',
  'erase',
  'pay',
  'import',
  'connect',
  'disconnect',
  'cancel',
  'restart',
] as const
export type AuditVerb = (typeof AUDIT_VERBS)[number]

/** What was done to what: `user.delete`. */
export type AuditAction = `${AuditSubject}.${AuditVerb}`

/** How long a company may look back (days). */
export const AUDIT_DAYS = 180

/** Who did what, when and from where, in a company. */
export const AuditEntry = z.object({
  id: Id,
  at: Instant,
  subject: z.enum(AUDIT_SUBJECTS),
  verb: z.enum(AUDIT_VERBS),
  /** The row it was done to; null where it has none. */
  subjectId: z.string().nullable(),
  /** What that was called then. */
  name: z.string().nullable(),
  /** Null: the product itself, or nobody who is known. */
  user: UserRef.nullable(),
  /** Somebody of the installation, at work in the company for its support. */
  support: z.boolean(),
  /** IP address, of IPv6 the network; null for the product itself. */
  address: z.string().nullable(),
  /** The program it was done with, by its `User-Agent`: `Firefox · Windows`; of sign-ins alone. */
  browser: z.string().nullable(),
  /** Of a change that is kept with what was before. */
  changes: z.array(FieldChange).optional(),
})
export type AuditEntry = z.infer<typeof AuditEntry>
