import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { FieldChange } from './field-change.ts'
import { UserRef } from './user.ts'

/** Subjects of the audit log: everything an admin would ask about later. */
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

/** Action on a subject: `user.delete`. */
export type AuditAction = `${AuditSubject}.${AuditVerb}`

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
  /** Whether somebody of the installation acted, in a support session of the company. */
  support: z.boolean(),
  /** IP address, for IPv6 the network; null for the product itself. */
  address: z.string().nullable(),
  /** Program that was used, by its `User-Agent`: `Firefox · Windows`; only for sign-ins. */
  browser: z.string().nullable(),
  /** Changed fields, for changes that are kept with their earlier values. */
  changes: z.array(FieldChange).optional(),
})
export type AuditEntry = z.infer<typeof AuditEntry>
