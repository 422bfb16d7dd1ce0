/** Writes another system's data in one go, for the operator's command. */
import type { ImportSystem, Notice } from '@balcao/shared/rules/imports/record.ts'
import { changeDataImport, DATA_IMPORTS, type DataImportRow } from '../data/imports/data-import.ts'
import { requireNoneUnderWay } from '../data/imports/require-none-under-way.ts'
import { doneOf, type WriteProgress } from '../data/imports/write-progress.ts'
import { withListLock } from '../data/table/list-lock.ts'
import { createRow, everyRow, newRow } from '../data/table/small-list.ts'
import { listUsersNow } from '../data/team/user.ts'
import { countsOf } from './counts-of.ts'
import type { MediaSource } from './media-folder.ts'
import type { OpenImport } from './open-import.ts'
import { countedIn, newTally, type Tally } from './tally.ts'
import { newContext } from './write/new-context.ts'
import { NO_PROGRESS, writeStream } from './write/write-stream.ts'

/** Time (ms) between two records of the progress. */
const RECORD_MS = 2000

type Options = {
  companyId: string
  system: ImportSystem
  opened: OpenImport
  media: MediaSource
  fileName: string
  mediaName: string | null
  customers: boolean
  /** True invites the users by e-mail. */
  invite: boolean
  /** Learns how many of how many rows were written. */
  onProgress: (done: number, total: number) => void
  onNotice: (notice: Notice) => void
}

/**
 * Writes everything and returns what became of it. The import stands in the company's list, where
 * it can be removed; a run that ended before its end is gone on with.
 * @throws if the company has no user, and ERR_IMPORT_UNDER_WAY while another import is
 */
export async function runByCommand(options: Options): Promise<Tally> {
  const { companyId, opened, media, customers, invite } = options
  const users = await listUsersNow(companyId)
  const admin = users.find(({ profile }) => profile === 'admin') ?? users[0]
  if (!admin) throw new Error(`the company ${companyId} has no user`)
  let row = await importRow(options, { id: admin.id, name: admin.name })
  const startedBy = row.user
  const context = await newContext(companyId, row.id, opened, { startedBy, customers, invite, media })
  let last: WriteProgress = NO_PROGRESS
  let recordedAt = 0
  const record = async (set: Partial<DataImportRow> = {}) => {
    const counts = countsOf(opened.read, newTally(last.tally))
    row = (await changeDataImport(companyId, row, { counts, done: doneOf(last), ...set })) ?? row
    recordedAt = Date.now()
  }
  try {
    await writeStream({
      context,
      stream: opened.stream(),
      from: NO_PROGRESS,
      isOver: () => false,
      async onProgress(progress, notices) {
        last = progress
        for (const notice of notices) options.onNotice(notice)
        options.onProgress(doneOf(last), row.total ?? 0)
        if (Date.now() - recordedAt > RECORD_MS) await record()
      },
    })
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    await record({
      state: 'failed',
      endedAt: new Date().toISOString(),
      error: { code: 'ERR_JOB_FAILED', line: null, detail },
    }).catch(() => undefined)
    throw error
  }
  await record({ state: 'done', endedAt: new Date().toISOString() })
  return newTally(countedIn(newTally(last.tally)))
}

/**
 * Returns the import that an earlier run of the same data left unfinished, or a new one.
 * @throws ERR_IMPORT_UNDER_WAY while another one is
 */
async function importRow(
  { companyId, opened, system, fileName, mediaName, customers, invite }: Options,
  user: DataImportRow['user'],
): Promise<DataImportRow> {
  const total = [...opened.read.values()].reduce((sum, one) => sum + one, 0)
  const begun = {
    state: 'running' as const,
    counts: [],
    left: opened.left,
    done: 0,
    total,
    error: null,
    invite,
    endedAt: null,
    pace: { at: Date.now(), done: 0 },
  }
  return withListLock(companyId, 'dataImport', async lock => {
    const rows = await everyRow(companyId, DATA_IMPORTS, { consistent: true })
    const unfinished = rows.find(
      ({ key, place, state }) =>
        key === '' && place === opened.place && (state === 'running' || state === 'failed' || state === 'cancelled'),
    )
    await requireNoneUnderWay(companyId, unfinished?.id)
    if (unfinished) {
      const row = await changeDataImport(companyId, unfinished, begun, [lock])
      if (row) return row
    }
    return createRow(
      companyId,
      DATA_IMPORTS,
      newRow<DataImportRow>({
        ...begun,
        system,
        systemName: opened.recognised.name,
        sourceCompany: opened.company?.id ?? null,
        sourceName: opened.company?.name ?? null,
        fileName,
        mediaName,
        customers,
        companies: [],
        user,
        startedAt: new Date().toISOString(),
        key: '',
        mediaKey: null,
        place: opened.place,
        jobId: null,
        staged: null,
        report: null,
      }),
      { writes: [lock] },
    )
  })
}
