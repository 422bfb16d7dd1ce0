/**
 * Jobs: long work in steps. A row says where the next step begins (`state`), how far it came and who asked for it. Whoever
 * works on a step claims the row, and each write of it takes the place of exactly the version it was read as: of two that
 * work on the same step, the one that claimed last may write, and what belongs to a step is in the transaction of its
 * checkpoint. So nothing happens twice, however often a message comes and wherever a process ends.
 */
import type { ShippingState } from '@balcao/shared/entities/campaign.ts'
import type { CheckCounts, JobKind, JobStatus } from '@balcao/shared/entities/job.ts'
import { isEnded } from '@balcao/shared/entities/job.ts'
import type { SheetCounts, SheetProblem } from '@balcao/shared/entities/sheet-import.ts'
import type { UserRef } from '@balcao/shared/entities/user.ts'
import { AppError, type ErrorCode, type Language } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import type { AuditFilter } from '../account/audit.ts'
import type { ReportFilter, ReportRange } from '../reports/report-row.ts'
import { defineRow } from '../table/define-row.ts'
import { getItem } from '../table/get-item.ts'
import type { TableKey } from '../table/keys.ts'
import { firstOf, fromQuery, type Page, type PageOptions, pageOf, type Source } from '../table/page.ts'
import { put, transact, untilWritten, type Write, WriteRefused } from '../table/transact.ts'
import { timerWrite } from '../timers/timer.ts'

/** What a job that makes a CSV file remembers. */
export type CsvState = {
  /** Where the next part of the list begins; null: at its beginning. */
  from: unknown
  /** Objects with the lines so far, in order. */
  parts: { key: string; bytes: number }[]
  /** Every row was read: what is left is to put the parts together. */
  read: boolean
}

/** What becomes of a row that is somebody. */
export type SheetFate = 'added' | 'updated' | 'unchanged' | 'withheld'

/** Of an import of a sheet. */
export type SheetImportState = {
  /** Where the sheet is. */
  sheet: string
  /** Of the file with the problems. */
  language: Language
  /** What is next: to read the sheet, to write a part of its people, to make the file of the problems. */
  stage: 'read' | 'write' | 'tell'
  /** What the sheet had, in objects of the try of this version: people in parts, problems in pieces of the file. */
  had: { version: number; parts: number; pieces: number; bytes: number } | null
  /** The part that is being written, and how many of its people are. */
  at: number
  from: number
  /** What becomes of the next ones, where that is decided before they are written. */
  fates: SheetFate[]
  counts: SheetCounts
}

/** What each kind remembers between its steps. */
export type JobStates = {
  contactsExport: CsvState
  ticketReport: {
    range: ReportRange
    filter: ReportFilter
    /** Of the company: its clock is what the file shows. */
    timezone: string
    language: Language
    /** What is next: to count the rows, to read them, to make a spreadsheet of what was read, to put its pieces together. */
    stage: 'count' | 'read' | 'make' | 'join'
    /** The ticket that was read last. */
    read: string | null
    /** The objects with the rows so far, in order, by the version of the try that wrote each. */
    parts: number[]
    /** The spreadsheet, in so many objects of the try of this version. */
    pieces: { version: number; count: number; bytes: number } | null
  }
  contactRemoval: { contactId: string; picture: { key: string; number: string } | null }
  productUpdate: { productId: string }
  storeRemoval: { storeId: string }
  chatRemoval: { chatId: string }
  campaignPlan: {
    campaignId: string
    /** Where the next page of the audience begins; null: at its beginning. */
    from: string | null
    /** The place of its first contact in the order. */
    n: number
    /** How many questions about numbers in a row had no answer to all of them. */
    unanswered: number
  }
  contactListExport: CsvState & { contactListId: string }
  contactListRemoval: { contactListId: string }
  auditExport: CsvState & {
    filter: AuditFilter
    /** Of the company: its clock is what the file shows. */
    timezone: string
    language: Language
  }
  campaignExport: CsvState & {
    campaignId: string
    /** The contacts that are in it; null: all. */
    shippingState: ShippingState | null
    /** Of the company: its clock is what the file shows. */
    timezone: string
    language: Language
  }
  contactsImport: SheetImportState
  contactListImport: SheetImportState & { contactListId: string }
  numberCheck: {
    contactListId: string
    /** Over this connection; null: the default one, else any that is CONNECTED. */
    whatsappId: string | null
    /**
     * Only those without a known account are asked about, again where a check failed before this instant, epoch
     * milliseconds; missing: all, and what is kept of a number for a day is taken.
     */
    anewSince?: number
    /** Behind which item it goes on; null: at the beginning. */
    from: string | null
    counts: CheckCounts
    /** How often in a row nobody could be asked. */
    waits: number
    /** When the browsers were last told that items changed. */
    shownAt: number
  }
  phoneImport: {
    whatsappId: string
    /** How many entries of the address book, in the order of their numbers, were taken: the number of the last. */
    from: string | null
    /** What becomes of the next ones, where that is decided before they are written. */
    fates: SheetFate[]
    counts: SheetCounts
  }
  companyRemoval: {
    /** The company that goes, and what it is called. */
    companyId: string
    name: string
    /** What is next: to stop what is under way there; to take away files, then rows; to take away the company's own row. */
    stage: 'stop' | 'files' | 'rows' | 'last'
    /** How often everything was gone through before. */
    pass: number
    /** What was found in this going-through: there may be more then, since somebody may still have been writing. */
    found: number
    /** Behind which row the look at the table goes on; null: at its beginning. */
    from: TableKey | null
    /** The company's own row is gone; what is left is what somebody wrote who was at work until then. */
    gone: boolean
  }
  contactErasure: {
    contactId: string
    /** What is looked for; null once everything was gone through, so that the job itself forgets who it was. */
    person: { number: string; lid: string | null; picture: string | null } | null
    /** What is next. */
    stage: 'tickets' | 'lists' | 'campaigns' | 'deliveries' | 'contact'
    /** Of campaigns and deliveries: where the next page begins; null: at the beginning. */
    from: string | null
    /** Which of the addresses deliveries go to is looked through. */
    target: number
  }
  companyExport: {
    /** The multipart upload of the archive; null: it was not begun. */
    upload: string | null
    /** What is next: rows, the company's files, the archive's directory. */
    stage: 'rows' | 'files' | 'end'
    /** Which source of rows, or folder of files, and behind what in it; null: from its beginning. */
    source: number
    from: unknown
    /** Bytes and parts so far; the last bytes, too few for a part, are in the object of the try of version `rest`. */
    size: number
    parts: number
    rest: number | null
    /** Entries of the archive, and the objects with the lines of its directory, of together so many bytes. */
    entries: number
    lines: { count: number; bytes: number }
    /** Rows by what they are, and files. */
    counts: Record<string, number>
  }
}

/** The file a job made, in the media bucket. */
export type JobFile = { key: string; name: string; mimetype: string; until: number }

/** What a job says of what it did, when it is done: of an import what became of the rows, with the first problems of a sheet; of a check what WhatsApp said. */
export type JobOutcome = { counts?: SheetCounts; problems?: SheetProblem[]; checked?: CheckCounts }

/** A job as the server knows it. Times are epoch milliseconds. */
export type JobRow<K extends JobKind = JobKind> = {
  [Kind in K]: {
    companyId: string
    id: string
    version: number
    kind: Kind
    status: JobStatus
    user: UserRef
    subject: string | null
    /** Whether it stands in the list and is told of. */
    listed: boolean
    done: number
    total: number | null
    state: JobStates[Kind]
    /** The step that is next or under way, from 0. */
    seq: number
    /** How often that step was begun. */
    tries: number
    file: JobFile | null
    /** Of an import or a check that is done. */
    outcome?: JobOutcome | undefined
    error: ErrorCode | null
    /** When the browsers were last told how far it came. */
    toldAt: number
    createdAt: number
    updatedAt: number
  }
}[K]

/** Where the export of a company begins. */
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

/** A row that nobody changed for so long is gone. */
const KEPT_MS = 30 * 24 * 3600_000

/** How often a step is tried; as often as its message is received before it is a dead letter. */
export const TRIES = 5

/** A job whose first message was not taken by then gets another. */
const START_MS = 120_000

const JOBS = defineRow({
  kind: 'job',
  key: { pk: '${companyId}#job#${id}', sk: 'job' },
  indexes: {
    gsi1: { pk: '${companyId}#jobs', sk: '${listedId}' },
    gsi2: { pk: '${companyId}#jobs-of#${userId}', sk: '${listedId}' },
  },
  content: z.object({
    companyId: z.string(),
    id: z.string(),
    userId: z.string().optional(),
    /** Id of a job that is listed; absent in others, which are in no list. */
    listedId: z.string().optional(),
    version: z.number(),
    /** The rest as one text (`Content`). */
    row: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
  keyOnly: ['companyId', 'id', 'userId', 'listedId'],
  unmarked: true,
})

const ATTRIBUTES = ['pk', 'version', 'row', 'expiresAt'] as const
type StoredItem = { pk: string; version: number; row: string; expiresAt: number }

function toJobRow(given: object): JobRow {
  const { pk, version, row } = given as StoredItem
  const [companyId = '', , id = ''] = pk.split('#')
  return { ...JSON.parse(row), companyId, id, version } as JobRow
}

const isKept = ({ updatedAt }: JobRow): boolean => updatedAt + KEPT_MS > Date.now()

/** A write labelled `job`: a new row, or one that takes the place of `before` as long as nobody else changed it. */
function jobWrite(after: JobRow, before?: JobRow): Write {
  const { companyId, id, version, ...content } = after
  const item = {
    ...{ companyId, id, version, userId: after.user.id, ...(after.listed ? { listedId: id } : {}) },
    row: JSON.stringify(content),
    expiresAt: Math.ceil((after.updatedAt + KEPT_MS) / 1000),
  }
  return put('job', JOBS.replace(item, before))
}

/** Somebody else changed the job since it was claimed: canceled it, or began the same step. */
export class Overtaken extends Error {}

/** Puts `changes` in the place of `before`, with what belongs to it. Throws Overtaken. */
async function replace(before: JobRow, changes: Partial<JobRow>, writes: readonly Write[] = []): Promise<JobRow> {
  const updatedAt = Math.max(Date.now(), before.updatedAt + 1)
  const after = { ...before, ...changes, version: before.version + 1, updatedAt } as JobRow
  try {
    await transact([jobWrite(after, before), ...writes])
    return after
  } catch (error) {
    throw error instanceof WriteRefused && error.label === 'job' ? new Overtaken('the job was changed') : error
  }
}

/** The job as it is now; undefined when there is none. Half a read unit, 1 when consistent. */
export async function getJob(companyId: string, id: string, consistent = false): Promise<JobRow | undefined> {
  const item = await getItem({ pk: `${companyId}#job#${id}`, sk: 'job' }, consistent)
  const job = item && toJobRow(item)
  return job && isKept(job) ? job : undefined
}

export type NewJob = {
  [K in JobKind]: Pick<JobRow<K>, 'kind' | 'user' | 'state'> &
    Partial<Pick<JobRow<K>, 'id' | 'subject' | 'total' | 'listed'>>
}[JobKind]

/**
 * A job to be, and the writes that make it, for the transaction in which it is asked for: its row and a timer that sends
 * its first message again should it be lost (`messaging/begin-job.ts` sends it). What may be asked for again by the same work has an `id` of that work's; the write of the row, labelled
 * `job`, is refused then.
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

/** Failed because its step kept failing, so that the step's message, sent again, takes it up. */
const mayResume = ({ status, error }: JobRow): boolean => status === 'failed' && error === 'ERR_JOB_FAILED'

/** It goes on by itself: it has not ended, nor was given up. */
export const isUnderWay = ({ status }: JobRow): boolean => !isEnded(status)

export type Claim = {
  /** `claimed`: the step is the caller's. `behind`: it was done before. `ended`: there is nothing to do any more. */
  outcome: 'claimed' | 'behind' | 'ended'
  job: JobRow
}

/**
 * Begins step `seq`; undefined when there is no such job. Whoever claimed it before can write no more. The last try begins
 * with the row saying that the job failed: a process that is killed then leaves no job that runs for ever.
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

/** Decides again on the row as it is when somebody else was first. */
async function whenOvertaken<T>(attempt: () => Promise<T>): Promise<T> {
  return untilWritten(async () => {
    try {
      return await attempt()
    } catch (error) {
      throw error instanceof Overtaken ? new WriteRefused('job', undefined) : error
    }
  })
}

type Progress = Partial<Pick<JobRow, 'done' | 'total' | 'toldAt'>>

/** How far a step came, with what it did, in one transaction; a `state` is where another try of it goes on. Throws Overtaken, and then nothing was done. */
export const checkpoint = (
  job: JobRow,
  progress: Progress & { state?: JobRow['state'] },
  writes: readonly Write[] = [],
): Promise<JobRow> => replace(job, progress as Partial<JobRow>, writes)

/** Ends a step, with what it did: the next one begins at `state`. Throws Overtaken. */
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

/** Ends a job that did all there was, with what its last step did. Throws Overtaken. */
export const finishJob = (
  job: JobRow,
  { file, outcome, ...progress }: Progress & { file: JobFile | null; outcome?: JobOutcome | undefined },
  writes: readonly Write[] = [],
): Promise<JobRow> =>
  replace(job, { ...progress, file, ...(outcome ? { outcome } : {}), status: 'done', error: null }, writes)

/** Ends a job that cannot be done, for good. Throws Overtaken. */
export const failJob = (job: JobRow, error: ErrorCode): Promise<JobRow> => replace(job, { status: 'failed', error })

/** Where a job begins that is asked for again; undefined of a kind whose work is not asked for twice. */
export function firstState(job: JobRow): JobStates[JobKind] | undefined {
  switch (job.kind) {
    case 'contactsExport':
      return { from: null, parts: [], read: false }
    case 'contactListExport':
    case 'auditExport':
    case 'campaignExport':
      return { ...job.state, from: null, parts: [], read: false }
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

/** What follows a removal is out of the lists, and no longer anybody's: it has to go. And what changed is to be seen everywhere. */
export const isCancelable = (kind: JobKind): boolean =>
  !(
    [
      'contactRemoval',
      'productUpdate',
      'storeRemoval',
      'chatRemoval',
      'contactListRemoval',
      'campaignPlan',
      'companyRemoval',
      'contactErasure',
    ] satisfies JobKind[] as JobKind[]
  ).includes(kind)

/**
 * Cancels a job. Answers it as it is afterwards, and whether that changed it: one that has ended stays as it is.
 * Throws ERR_NO_JOB_FOUND, ERR_JOB_NOT_CANCELABLE, and ERR_CONFLICT when others keep coming first.
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
    { attributes: ATTRIBUTES, toRow: toJobRow, positionOf: ({ id }) => ({ id }) },
  )

/** A page of the jobs of a user (null: of the company), newest first. Throws ERR_INVALID_CURSOR. */
export const pageOfJobs = (companyId: string, userId: string | null, options: PageOptions): Promise<Page<JobRow>> =>
  pageOf(companyId, `jobs|${userId ?? ''}`, listed(companyId, userId), { ...options, accept: isKept })

/** Looked at for a job that is under way. */
const NEWEST = 10

/** The job of this kind that is under way and passes, among the newest of a user (null: of the company). */
export async function liveJob(
  companyId: string,
  userId: string | null,
  kind: JobKind,
  passes: (job: JobRow) => boolean = () => true,
): Promise<JobRow | undefined> {
  const newest = await firstOf(listed(companyId, userId), NEWEST)
  return newest.find(job => job.kind === kind && !isEnded(job.status) && passes(job))
}
