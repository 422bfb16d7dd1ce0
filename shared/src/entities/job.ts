import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { SHOWN_PROBLEMS, SheetCounts, SheetProblem } from './sheet-import.ts'
import { UserRef } from './user.ts'

/** Long work one can look at, leave and come back to. */
export const JOB_KINDS = [
  'contactsExport',
  'contactRemoval',
  'ticketReport',
  'productUpdate',
  'storeRemoval',
  'chatRemoval',
  'campaignPlan',
  'contactListExport',
  'contactListRemoval',
  'campaignExport',
  'contactsImport',
  'contactListImport',
  'numberCheck',
  'phoneImport',
  'companyRemoval',
  'contactErasure',
  'companyExport',
  'auditExport',
] as const
export type JobKind = (typeof JOB_KINDS)[number]

export const JOB_STATUSES = ['waiting', 'running', 'done', 'failed', 'canceled'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

/** Ended for good, unless a failed one is taken up again by who runs the installation. */
export const isEnded = (status: JobStatus): boolean => status !== 'waiting' && status !== 'running'

/** Numbers of a list that WhatsApp was asked about: with an account, without one, and those it said nothing of. */
export const CheckCounts = z.object({ valid: z.number().int(), invalid: z.number().int(), unknown: z.number().int() })
export type CheckCounts = z.infer<typeof CheckCounts>

/** What a job made: a file, offered for a day, and of an import what became of the rows. */
export const JobResult = z.object({
  /** Of an import all its problems, as CSV; null where it had none. */
  file: z
    .object({
      name: z.string(),
      /** A link of some minutes, new with each answer; null once the file is no longer offered. */
      url: z.string().nullable(),
      until: Instant,
    })
    .nullable(),
  counts: SheetCounts.optional(),
  /** Of a number check. */
  checked: CheckCounts.optional(),
  /** The first of them, in the order of the rows. */
  problems: z.array(SheetProblem).max(SHOWN_PROBLEMS).optional(),
})
export type JobResult = z.infer<typeof JobResult>

export const Job = z.object({
  id: Id,
  kind: z.enum(JOB_KINDS),
  status: z.enum(JOB_STATUSES),
  done: z.number().int(),
  /** How many there are to do; null while nobody knows. */
  total: z.number().int().nullable(),
  result: JobResult.nullable(),
  /** A code of the error catalogue. */
  error: z.string().nullable(),
  /** What it is about, when that has a name. */
  subject: z.string().nullable(),
  /** Whether it may be canceled as long as it has not ended. */
  cancelable: z.boolean(),
  /** Whether it may be asked for again once it has ended. */
  repeatable: z.boolean(),
  /** Who asked for it. */
  user: UserRef,
  createdAt: Instant,
  /** Rises with every change: of two copies the later counts. */
  updatedAt: Instant,
})
export type Job = z.infer<typeof Job>
