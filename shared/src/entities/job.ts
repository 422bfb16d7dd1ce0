import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { SHOWN_PROBLEMS, SheetCounts, SheetProblem } from './sheet-import.ts'
import { UserRef } from './user.ts'

/** Kinds of jobs: long work that users can watch, leave and return to. */
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
  'productsExport',
  'ordersExport',
  'knowledgeRead',
  'knowledgeEmbed',
  'customersExport',
  'promptRun',
  'teamReport',
  'contactMerge',
  'duplicateSearch',
  'dataReading',
  'dataImport',
  'dataImportRemoval',
] as const
export type JobKind = (typeof JOB_KINDS)[number]

export const JOB_STATUSES = ['waiting', 'running', 'done', 'failed', 'canceled'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

/** Returns whether a job has ended. It stays so, unless a super user resumes a failed one. */
export const isEnded = (status: JobStatus): boolean => status !== 'waiting' && status !== 'running'

/** Checked numbers of a list: with an account, without one, and without an answer of WhatsApp. */
export const CheckCounts = z.object({ valid: z.number().int(), invalid: z.number().int(), unknown: z.number().int() })
export type CheckCounts = z.infer<typeof CheckCounts>

/** Result of a job: a file, available for a day; for an import also its counts. */
export const JobResult = z.object({
  /** File; for an import all its problems as CSV, null if it had none. */
  file: z
    .object({
      name: z.string(),
      /**
       * Link, valid for some minutes and new in each answer; null once the file is no longer
       * available.
       */
      url: z.string().nullable(),
      until: Instant,
    })
    .nullable(),
  counts: SheetCounts.optional(),
  /** Result of a number check. */
  checked: CheckCounts.optional(),
  /** First problems, in the order of the rows. */
  problems: z.array(SheetProblem).max(SHOWN_PROBLEMS).optional(),
})
export type JobResult = z.infer<typeof JobResult>

export const Job = z.object({
  id: Id,
  kind: z.enum(JOB_KINDS),
  status: z.enum(JOB_STATUSES),
  done: z.number().int(),
  /** Number of items to process; null while unknown. */
  total: z.number().int().nullable(),
  result: JobResult.nullable(),
  /** Code of the error catalogue. */
  error: z.string().nullable(),
  /** Name of its subject, if it has one. */
  subject: z.string().nullable(),
  /** True if it may be canceled until it ends. */
  cancelable: z.boolean(),
  /** True if it may be requested again after it ended. */
  repeatable: z.boolean(),
  /** User who requested it. */
  user: UserRef,
  createdAt: Instant,
  /** Rises with every change: of two copies the later one counts. */
  updatedAt: Instant,
})
export type Job = z.infer<typeof Job>
