/**
 * Jobs: long work in steps. A row holds where the next step begins (`state`), the progress and who
 * requested the job. A process that works on a step claims the row, and each of its writes replaces
 * exactly the version it read. If two work on the same step, only the one that claimed last can
 * write, and the results of a step are written in the transaction of its checkpoint. So nothing
 * happens twice, however often a message arrives and wherever a process ends.
 */

import type { TeamDimension } from '@balcao/shared/api/reports/team-report.ts'
import type { ListFormat } from '@balcao/shared/api-contract/list-export.ts'
import type { RecipientState } from '@balcao/shared/entities/campaign.ts'
import type { CheckCounts, JobKind, JobStatus } from '@balcao/shared/entities/job.ts'
import { isEnded } from '@balcao/shared/entities/job.ts'
import type { SheetCounts, SheetProblem } from '@balcao/shared/entities/sheet-import.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import { z } from 'zod'
import type { AuditFilter } from '../account/audit.ts'
import type { ProductFilter } from '../catalog/product-list.ts'
import type { ErasedPerson } from '../contacts/erased-person.ts'
import type { FieldColumn } from '../fields/field-columns.ts'
import type { MappedDump } from '../imports/mapped-dump.ts'
import type { WriteProgress } from '../imports/write-progress.ts'
import type { OrderFilter } from '../orders/budget-list.ts'
import type { ReportFilter, ReportRange } from '../reports/report-row.ts'
import type { TableKey } from '../table/keys.ts'
import { definePackedRow } from '../table/packed-row.ts'
import { firstOf, fromQuery, type Page, type PageOptions, pageOf, type Source } from '../table/page.ts'
import { put, retryUntilWritten, transact, type Write, WriteConflict } from '../table/transact.ts'
import { timerWrite } from '../timers/timer.ts'

/** File that is stored in objects until it is whole, written by the attempt of this version. */
export type Pieces = { version: number; count: number; bytes: number }

/**
 * State of a job that makes the file of a list. Rows from before a field have none: CSV, all rows.
 */
export type ListFileState = {
  format?: ListFormat | undefined
  /** Ids of the only rows that the file shows. */
  ids?: readonly string[] | undefined
  /** Position of the next part of the list; null: its beginning. */
  from: unknown
  /** Objects with the rows so far, in order. */
  parts: { key: string; bytes: number }[]
  /** True once every row was read: only the file remains to be made of the parts. */
  read: boolean
  /** Spreadsheet of the parts. */
  pieces?: Pieces | null
}

/** State of a file of which nothing is written yet. */
export const NO_LIST_FILE = { from: null, parts: [], read: false, pieces: null } satisfies ListFileState

/** Outcome of a row that describes a person. */
export type SheetFate = 'added' | 'updated' | 'unchanged' | 'withheld'

/** State of a sheet's import. */
export type SheetImportState = {
  /** Object key of the sheet. */
  sheet: string
  /** Language of the file with the problems. */
  language: Language
  /**
   * Next stage: reading the sheet, writing a part of its people, creating the file with the
   * problems.
   */
  stage: 'read' | 'write' | 'tell'
  /**
   * Content of the sheet, in objects written by the attempt of this version: people in parts,
   * problems in pieces of the file.
   */
  had: { version: number; parts: number; pieces: number; bytes: number } | null
  /** Part being written, and how many of its people are written. */
  at: number
  from: number
  /** Outcomes of the next people, if they are decided before the people are written. */
  fates: SheetFate[]
  counts: SheetCounts
}

/** State of each kind of job between its steps. */
export type JobStates = {
  /** `tags`: true if the company has tags, which then have a column. */
  contactsExport: ListFileState & { fields?: readonly FieldColumn[]; tags?: boolean }
  customersExport: ListFileState & { language: Language; fields?: readonly FieldColumn[] }
  ticketReport: {
    /** Custom fields of tickets, which are the last columns. */
    fields?: readonly FieldColumn[]
    range: ReportRange
    filter: ReportFilter
    /** Time zone of the company, used in the file. */
    timezone: string
    language: Language
    /**
     * Next stage: counting the rows, reading them, making a spreadsheet of them, joining its
     * pieces.
     */
    stage: 'count' | 'read' | 'make' | 'join'
    /** Ticket that was read last. */
    read: string | null
    /** Objects with the rows so far, in order, by the version of the attempt that wrote each. */
    parts: number[]
    /** Spreadsheet, in objects written by the attempt of this version. */
    pieces: Pieces | null
  }
  teamReport: ListFileState & { by: TeamDimension; first: string; last: string; language: Language }
  contactRemoval: { contactId: string; picture: { key: string; number: string } | null }
  contactMerge: { mergeId: string }
  /** Position of the next part of the contacts, in the order of their names. */
  duplicateSearch: { from: unknown }
  /** `language` is that of the report, here and of `dataImport`. */
  dataReading: {
    importId: string
    language: Language
    /** Objects with the rows that were staged, of which the last one counts. */
    parts: string[]
    /** Number of processes that began to put the rows in order and ended before; none if absent. */
    orderings?: number
    /** Result of the mapping, once only the report is left to make; absent before. */
    mapped?: MappedDump
  }
  dataImport: {
    importId: string
    language: Language
    /** Position up to which the stream was written, and the outcomes of its rows. */
    progress: WriteProgress
    /** Objects with what is to be said of rows. */
    notes: string[]
    /** Objects whose contents an object of `notes` has as well. */
    joined?: string[]
    /** True once only the report is left to make. */
    isWritten?: true
  }
  dataImportRemoval: {
    importId: string
    /** Index of the kind being removed, and the record after which it goes on. */
    kind: number
    from: string | null
    removed: number
    kept: number
  }
  productUpdate: { productId: string }
  storeRemoval: { storeId: string }
  chatRemoval: { chatId: string }
  campaignPlan: {
    campaignId: string
    /** Position of the next page of the audience; null: its beginning. */
    from: string | null
    /** Place of the page's first recipient in the sending order. */
    n: number
    /** Number of consecutive number checks that did not answer all of their numbers. */
    unanswered: number
  }
  contactListExport: ListFileState & { contactListId: string }
  contactListRemoval: { contactListId: string }
  auditExport: ListFileState & {
    filter: AuditFilter
    /** Time zone of the company, used in the file. */
    timezone: string
    language: Language
  }
  campaignExport: ListFileState & {
    campaignId: string
    /** State of the recipients in the file; null: all recipients. */
    shippingState: RecipientState | null
    /** Time zone of the company, used in the file. */
    timezone: string
    language: Language
  }
  productsExport: ListFileState & { filter: Omit<ProductFilter, 'searchParam'>; language: Language }
  ordersExport: ListFileState & {
    filter: OrderFilter
    /** Time zone of the company, used in the file. */
    timezone: string
    language: Language
  }
  contactsImport: SheetImportState
  contactListImport: SheetImportState & { contactListId: string }
  numberCheck: {
    contactListId: string
    /**
     * Connection that checks the numbers; null: the default one, otherwise any that is CONNECTED.
     */
    whatsappId: string | null
    /**
     * Instant (epoch ms) before which a failed check is repeated: only numbers without a known
     * account are checked. If missing, all are checked, using answers stored within a day.
     */
    anewSince?: number
    /** Item after which to continue; null: from the beginning. */
    from: string | null
    counts: CheckCounts
    /** Number of consecutive attempts without a connection. */
    waits: number
    /** Time at which browsers were last notified of changed items. */
    shownAt: number
  }
  phoneImport: {
    whatsappId: string
    /** Last number taken from the address book, which is in the order of numbers. */
    from: string | null
    /** Outcomes of the next entries, if they are decided before the entries are written. */
    fates: SheetFate[]
    counts: SheetCounts
  }
  companyRemoval: {
    /** Company to delete, and its name. */
    companyId: string
    name: string
    /**
     * Next stage: stopping the company's work in progress, deleting files, then rows, then the
     * company's own row.
     */
    stage: 'stop' | 'files' | 'rows' | 'last'
    /** Number of complete passes so far. */
    pass: number
    /**
     * Number of rows found in this pass: if there are any, more may follow, since a process may
     * still have been writing.
     */
    found: number
    /** Row after which the scan of the table continues; null: from its beginning. */
    from: TableKey | null
    /**
     * True once the company's own row is deleted; what remains are rows written by processes that
     * were running until then.
     */
    gone: boolean
  }
  contactErasure: {
    contactId: string
    /**
     * Person to erase; null after everything was searched, so that the job itself no longer names
     * them.
     */
    person: ErasedPerson | null
    /** Next stage. */
    stage: 'tickets' | 'logs' | 'lists' | 'campaigns' | 'deliveries' | 'contact'
    /** For logs, campaigns and deliveries: position of the next page; null: the beginning. */
    from: string | null
    /** Index of the log, or of the external address whose deliveries are searched. */
    target: number
  }
  knowledgeRead: {
    documentId: string
    /** Object with the text or the file; null for a page, which is read at its address. */
    source: string | null
    fileName: string
  }
  knowledgeEmbed: {
    /** Documents to embed; null: all of them. */
    documentId: string | null
    /** Document that was embedded last, in the order of their ids; null: none yet. */
    after: string | null
    /** Document being embedded, and its next part. */
    current: { documentId: string; part: number; dimensions: number | null } | null
    model: string
  }
  promptRun: {
    promptId: string
    /** Versions and cases that are played: each case with each version. */
    versions: string[]
    cases: string[]
    /** Index of the result being made, and the next message of its case. */
    at: number
    turn: number
  }
  companyExport: {
    /** Multipart upload of the archive; null if it was not begun. */
    upload: string | null
    /** Next stage: rows, the company's files, the archive's directory. */
    stage: 'rows' | 'files' | 'end'
    /**
     * Index of the source of rows, or of the folder of files, and the position in it; null: its
     * beginning.
     */
    source: number
    from: unknown
    /**
     * Bytes and parts so far. The last bytes, too few for a part, are in the object written by the
     * attempt of version `rest`.
     */
    size: number
    parts: number
    rest: number | null
    /**
     * Entries of the archive, and the objects with the lines of its directory, with their total
     * bytes.
     */
    entries: number
    lines: { count: number; bytes: number }
    /** Number of rows by kind, and of files. */
    counts: Record<string, number>
  }
}

/** File created by a job, in the media bucket. */
export type JobFile = { key: string; name: string; mimetype: string; until: number }

/**
 * Result of a finished job: for an import the outcomes of its rows, with a sheet's first problems;
 * for a check WhatsApp's answers.
 */
export type JobOutcome = { counts?: SheetCounts; problems?: SheetProblem[]; checked?: CheckCounts }

/** Job as the server stores it. Times are epoch milliseconds. */
export type JobRow<K extends JobKind = JobKind> = {
  [Kind in K]: {
    companyId: string
    id: string
    version: number
    kind: Kind
    status: JobStatus
    user: UserRef
    subject: string | null
    /** True if the job is listed and published to browsers. */
    listed: boolean
    done: number
    total: number | null
    state: JobStates[Kind]
    /** Next or current step, from 0. */
    seq: number
    /** Number of times that step was begun. */
    tries: number
    file: JobFile | null
    /** Result of a finished import or check. */
    outcome?: JobOutcome | undefined
    error: ErrorCode | null
    /** Time at which browsers were last notified of the progress. */
    toldAt: number
    createdAt: number
    updatedAt: number
  }
}[K]

/** Initial state of a company's export. */
export const NO_EXPORT: JobStates['companyExport'] = {
  upload: null,
  stage: 'rows',
  source: 0,
  from: null,
  size: 0,
  parts: 0,
  rest: null,
  entries: 0,
  lines: { count: 0, bytes: 0 },
  counts: {},
}

export const NO_COUNTS: SheetCounts = { rows: 0, added: 0, updated: 0, unchanged: 0, invalid: 0, duplicate: 0 }

/** Lifetime (ms) of a row after its last change. */
const KEPT_MS = 30 * 24 * 3600_000

/**
 * Maximum number of attempts of a step, equal to the number of times its message is received before
 * it is a dead letter.
 */
export const TRIES = 5

/** Time (ms) after which a job that was not begun gets another message. */
const START_MS = 120_000

/** Jobs; those that are listed, in the order of their ids: all of the company's, and a user's. */
const JOBS = definePackedRow({
  kind: 'job',
  key: { pk: '${companyId}#job#${id}', sk: 'job' },
  indexes: {
    gsi1: { pk: '${companyId}#jobs', sk: '${listedId}' },
    gsi2: { pk: '${companyId}#jobs-of#${userId}', sk: '${listedId}' },
  },
  content: z.custom<JobRow>(),
  derive: ({ id, user, listed, updatedAt }) => ({
    userId: user.id,
    listedId: listed ? id : undefined,
    expiresAt: Math.ceil((updatedAt + KEPT_MS) / 1000),
  }),
  // Epoch seconds.
  beside: { expiresAt: z.number() },
})

const isKept = ({ updatedAt }: JobRow): boolean => updatedAt + KEPT_MS > Date.now()

/**
 * Returns a write labelled `job`: a new row, or one that replaces `before` provided that it is
 * unchanged.
 */
const jobWrite = (after: JobRow, before?: JobRow): Write => put('job', JOBS.replace(after, before))

/** Error: the job was changed since it was claimed (canceled, or the same step begun again). */
export class Overtaken extends Error {}

/** Writes `changes` over `before`, together with `writes`. Throws Overtaken. */
async function replace(before: JobRow, changes: Partial<JobRow>, writes: readonly Write[] = []): Promise<JobRow> {
  const updatedAt = Math.max(Date.now(), before.updatedAt + 1)
  const after = { ...before, ...changes, version: before.version + 1, updatedAt } as JobRow
  try {
    await transact([jobWrite(after, before), ...writes])
    return after
  } catch (error) {
    throw error instanceof WriteConflict && error.label === 'job' ? new Overtaken('the job was changed') : error
  }
}

/** Reads a job; undefined if it does not exist. Costs half a read unit, or 1 if consistent. */
export async function getJob(companyId: string, id: string, consistent = false): Promise<JobRow | undefined> {
  const job = await JOBS.get({ companyId, id }, { consistent })
  return job && isKept(job) ? job : undefined
}

export type NewJob = {
  [K in JobKind]: Pick<JobRow<K>, 'kind' | 'user' | 'state'> &
    Partial<Pick<JobRow<K>, 'id' | 'subject' | 'total' | 'listed'>>
}[JobKind]

/**
 * Returns a new job and the writes that create it, for the transaction that requests it: its row,
 * and a timer that resends its first message if it is lost (`messaging/begin-job.ts` sends it). A
 * job that the same work may request again gets an `id` derived from that work; the write of the
 * row, labelled `job`, is then refused.
 */
export function newJob(companyId: string, given: NewJob): { job: JobRow; writes: Write[] } {
  const now = Date.now()
  const job = {
    companyId,
    id: newId(),
    version: 1,
    status: 'waiting',
    subject: null,
    listed: true,
    done: 0,
    total: null,
    seq: 0,
    tries: 0,
    file: null,
    error: null,
    toldAt: now,
    createdAt: now,
    updatedAt: now,
    ...given,
  } as JobRow
  return {
    job,
    writes: [jobWrite(job), timerWrite({ type: 'startJob', companyId, jobId: job.id, dueAt: now + START_MS })],
  }
}

/**
 * Returns whether a job failed only because its step kept failing: its message, sent again, resumes
 * it.
 */
const mayResume = ({ status, error }: JobRow): boolean => status === 'failed' && error === 'ERR_JOB_FAILED'

/** Returns whether a job continues by itself: it has neither ended nor been given up. */
export const isUnderWay = ({ status }: JobRow): boolean => !isEnded(status)

export type Claim = {
  /**
   * `claimed`: the step is the caller's. `behind`: it is already done. `ended`: nothing remains to
   * be done.
   */
  outcome: 'claimed' | 'behind' | 'ended'
  job: JobRow
}

/**
 * Claims step `seq`; returns undefined if the job does not exist. An earlier holder of the claim
 * can no longer write. The last attempt first marks the job as failed, so that a killed process
 * leaves no job that runs forever.
 */
export function claimStep(companyId: string, id: string, seq: number): Promise<Claim | undefined> {
  return whenOvertaken(async () => {
    const job = await getJob(companyId, id, true)
    if (!job) return undefined
    if (isEnded(job.status) && !mayResume(job)) return { outcome: 'ended', job }
    if (seq !== job.seq) return { outcome: 'behind', job }
    const tries = mayResume(job) ? 1 : job.tries + 1
    const last = tries >= TRIES
    const changes = { tries, status: last ? 'failed' : 'running', error: last ? 'ERR_JOB_FAILED' : null } as const
    return { outcome: 'claimed', job: await replace(job, changes) }
  })
}

/** Repeats the decision on the current row if another process was first. */
async function whenOvertaken<T>(attempt: () => Promise<T>): Promise<T> {
  return retryUntilWritten(async () => {
    try {
      return await attempt()
    } catch (error) {
      throw error instanceof Overtaken ? new WriteConflict('job', undefined) : error
    }
  })
}

type Progress = Partial<Pick<JobRow, 'done' | 'total' | 'toldAt'>>

/**
 * Stores the progress of a step together with its results, in one transaction; `state` is where
 * another attempt continues. Throws Overtaken, and then nothing is written.
 */
export const checkpoint = (
  job: JobRow,
  progress: Progress & { state?: JobRow['state'] },
  writes: readonly Write[] = [],
): Promise<JobRow> => replace(job, progress as Partial<JobRow>, writes)

/** Ends a step together with its results; the next step begins at `state`. Throws Overtaken. */
export const endStep = (
  job: JobRow,
  { state, ...progress }: Progress & { state: JobRow['state'] },
  writes: readonly Write[] = [],
): Promise<JobRow> =>
  replace(
    job,
    { ...progress, state, status: 'running', error: null, seq: job.seq + 1, tries: 0 } as Partial<JobRow>,
    writes,
  )

/** Ends a successful job together with the results of its last step. Throws Overtaken. */
export const finishJob = (
  job: JobRow,
  { file, outcome, ...progress }: Progress & { file: JobFile | null; outcome?: JobOutcome | undefined },
  writes: readonly Write[] = [],
): Promise<JobRow> =>
  replace(job, { ...progress, file, ...(outcome ? { outcome } : {}), status: 'done', error: null }, writes)

/** Ends a job that cannot be completed, permanently. Throws Overtaken. */
export const failJob = (job: JobRow, error: ErrorCode): Promise<JobRow> => replace(job, { status: 'failed', error })

/**
 * Returns the state from which a job begins when it is requested again; undefined for kinds that
 * cannot be repeated.
 */
export function firstState(job: JobRow): JobStates[JobKind] | undefined {
  switch (job.kind) {
    case 'contactsExport':
    case 'customersExport':
    case 'contactListExport':
    case 'auditExport':
    case 'campaignExport':
    case 'productsExport':
    case 'ordersExport':
    case 'teamReport':
      return { ...job.state, ...NO_LIST_FILE }
    case 'ticketReport':
      return { ...job.state, stage: 'count', read: null, parts: [], pieces: null }
    case 'numberCheck':
      return {
        ...job.state,
        ...(job.state.anewSince === undefined ? {} : { anewSince: Date.now() }),
        from: null,
        counts: { valid: 0, invalid: 0, unknown: 0 },
        waits: 0,
        shownAt: 0,
      }
    case 'companyExport':
      return NO_EXPORT
    case 'phoneImport':
      return { ...job.state, from: null, fates: [], counts: NO_COUNTS }
    default:
      return undefined
  }
}

/**
 * Returns whether a kind of job can be canceled. What a removal has to delete is no longer listed
 * or owned, so it must finish; a change must become visible everywhere.
 */
export const isCancelable = (kind: JobKind): boolean =>
  !(
    [
      'contactRemoval',
      'contactMerge',
      'productUpdate',
      'storeRemoval',
      'chatRemoval',
      'contactListRemoval',
      'campaignPlan',
      'companyRemoval',
      'contactErasure',
      'knowledgeRead',
      // Imports are cancelled by their own call, which changes their state too.
      'dataReading',
      'dataImport',
      'dataImportRemoval',
    ] satisfies JobKind[] as JobKind[]
  ).includes(kind)

/** Cancels a job whose kind is cancelled by a call of its own; undefined if it does not exist. */
export function stopJob(companyId: string, id: string): Promise<JobRow | undefined> {
  return whenOvertaken(async () => {
    const job = await getJob(companyId, id, true)
    return job && !isEnded(job.status) ? replace(job, { status: 'canceled' }) : job
  })
}

/**
 * Cancels a job. Returns it as it is then, and whether that changed it: a job that has ended stays
 * unchanged. Throws ERR_NO_JOB_FOUND, ERR_JOB_NOT_CANCELABLE, and ERR_CONFLICT if other writers
 * come first in every attempt.
 */
export function cancelJob(companyId: string, id: string): Promise<{ job: JobRow; changed: boolean }> {
  return whenOvertaken(async () => {
    const job = await getJob(companyId, id, true)
    if (!job) throw new AppError('ERR_NO_JOB_FOUND')
    if (isEnded(job.status)) return { job, changed: false }
    if (!isCancelable(job.kind)) throw new AppError('ERR_JOB_NOT_CANCELABLE')
    return { job: await replace(job, { status: 'canceled' }), changed: true }
  })
}

const listed = (companyId: string, userId: string | null): Source<JobRow> =>
  fromQuery(
    from => {
      const older = from ? { below: (from as { id: string }).id } : undefined
      return userId === null
        ? JOBS.queryIndex('gsi1', { companyId }, older)
        : JOBS.queryIndex('gsi2', { companyId, userId }, older)
    },
    { attributes: JOBS.attributes, toRow: JOBS.parse, positionOf: ({ id }) => ({ id }) },
  )

/**
 * Reads a page of the jobs of a user (null: of the company), newest first. Throws
 * ERR_INVALID_CURSOR.
 */
export const pageOfJobs = (companyId: string, userId: string | null, options: PageOptions): Promise<Page<JobRow>> =>
  pageOf(companyId, `jobs|${userId ?? ''}`, listed(companyId, userId), { ...options, accept: isKept })

/** Number of jobs searched for one in progress. */
const NEWEST = 10

/**
 * Returns the job of this kind that is in progress and passes the filter, among the newest of a
 * user (null: of the company).
 */
export async function liveJob(
  companyId: string,
  userId: string | null,
  kind: JobKind,
  passes: (job: JobRow) => boolean = () => true,
): Promise<JobRow | undefined> {
  const newest = await firstOf(listed(companyId, userId), NEWEST)
  return newest.find(job => job.kind === kind && !isEnded(job.status) && passes(job))
}
