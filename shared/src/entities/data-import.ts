import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { IMPORT_KINDS, IMPORT_SYSTEMS } from '../rules/imports/record.ts'
import { UserRef } from './user.ts'

/**
 * States of an import of another system's data. `ready`: the dry run is done, nothing is written
 * yet. `cancelled` and `failed` imports may have written something, which can be removed.
 */
export const DATA_IMPORT_STATES = [
  'reading',
  'ready',
  'running',
  'done',
  'cancelled',
  'failed',
  'removing',
  'removed',
] as const
export type DataImportState = (typeof DATA_IMPORT_STATES)[number]

const Reasons = z.record(z.string(), z.number().int())

/**
 * Rows of one kind. Each row that was read is in exactly one of `taken`, `alreadyThere`, `joined`
 * and `refused`; of a dry run it is what would become of it.
 */
export const DataImportCounts = z.object({
  kind: z.enum(IMPORT_KINDS),
  read: z.number().int(),
  taken: z.number().int(),
  alreadyThere: z.number().int(),
  /** Rows that became part of another, by `JOINS` (`rules/imports/record.ts`). */
  joined: Reasons,
  /** Rows that are not taken, by `REFUSALS`. */
  refused: Reasons,
  /** Taken rows that are not as they were, by `CHANGES`; a row may have several. */
  changed: Reasons,
})
export type DataImportCounts = z.infer<typeof DataImportCounts>

/** Row of the dump that does not come as it is. */
export const DataImportNotice = z.object({
  kind: z.enum(IMPORT_KINDS),
  /** Line of the dump at which the row begins. */
  line: z.number().int(),
  /** Id in the other system. */
  id: z.string(),
  effect: z.enum(['refused', 'joined', 'changed']),
  /** Reason, by `REFUSALS`, `JOINS` or `CHANGES`. */
  reason: z.string(),
  /** Id of the row that a joined one became part of. */
  intoId: z.string().optional(),
})
export type DataImportNotice = z.infer<typeof DataImportNotice>

/** Import of another system's data into a company (decision 0103). */
export const DataImport = z.object({
  id: Id,
  system: z.enum(IMPORT_SYSTEMS),
  /** Name of the system as its tables tell, such as `Whaticket SaaS`; null until it was read. */
  systemName: z.string().nullable(),
  /** Company of the other system; its name is null until it was read. */
  sourceCompany: z.string().nullable(),
  sourceName: z.string().nullable(),
  /** Name of the dump's file, and of the zip with the media; null without one. */
  fileName: z.string(),
  mediaName: z.string().nullable(),
  /** True if contacts with a valid CPF or CNPJ become customers. */
  customers: z.boolean(),
  /** True if the users get an invitation by e-mail; known once it was started. */
  invite: z.boolean(),
  state: z.enum(DATA_IMPORT_STATES),
  /** Kinds of which something was read, in the order of `IMPORT_KINDS`. */
  counts: z.array(DataImportCounts),
  /** First rows that do not come as they are, twenty at most; the report has all of them. */
  firstNotices: z.array(DataImportNotice).optional(),
  /** Tables of which nothing is taken, with their rows. */
  left: z.array(z.object({ table: z.string(), rows: z.number().int() })),
  /** Progress of the state it is in; `total` is null while unknown. */
  done: z.number().int(),
  total: z.number().int().nullable(),
  /** Estimated seconds until the state ends; null while unknown, or if nothing is under way. */
  secondsLeft: z.number().int().nullable(),
  /**
   * Call by which it goes on: `start`, or `read` if another version of the program read the dump,
   * whose rows this one does not take; null if it is under way, has ended, or goes on elsewhere.
   */
  continuesBy: z.enum(['start', 'read']).nullable(),
  /** Reason of `failed`. */
  error: z
    .object({
      /** Code of the error catalogue. */
      code: z.string(),
      /** Line of the dump; null before any. */
      line: z.number().int().nullable(),
      /** Description of the problem, in English, as the command prints it. */
      detail: z.string(),
    })
    .nullable(),
  /** Companies to choose from, after ERR_IMPORT_WHICH_COMPANY: a new import names one. */
  companies: z.array(z.object({ id: z.string(), name: z.string(), tickets: z.number().int() })),
  /**
   * Sheet with every row that was refused, joined or changed; its link is valid for some minutes.
   */
  report: z.object({ name: z.string(), url: z.string() }).nullable(),
  user: UserRef,
  createdAt: Instant,
  /** Rises with every change: of two copies the later one counts. */
  updatedAt: Instant,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
})
export type DataImport = z.infer<typeof DataImport>
