import { AppError } from '@balcao/shared/errors.ts'
import { IMPORT_UPLOAD_LIMIT } from '@balcao/shared/media.ts'
import { languageOf } from '@balcao/shared/rules/language.ts'
import { DATA_IMPORTS, type DataImportRow, showDataImport } from '../../../data/imports/data-import.ts'
import { requireNoneUnderWay } from '../../../data/imports/require-none-under-way.ts'
import { newJob } from '../../../data/jobs/job.ts'
import { withListLock } from '../../../data/table/list-lock.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import { requireUser } from '../../../data/team/user.ts'
import { IMPORT_OWNER } from '../../../imports/import-files.ts'
import { readObjectHead } from '../../../integrations/storage.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import { publishDataImport } from '../../../messaging/publish-data-import.ts'
import { isPreparedFor } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'

/** Begins to read a dump that was uploaded: nothing is written but the import's own row. */
export const createImport: Operations['imports']['create'] = async ({ companyId, actor, audit, headers }, { body }) => {
  const [user] = await Promise.all([
    requireUser(companyId, actor.userId),
    requireUpload(companyId, body.key),
    body.mediaKey ? requireUpload(companyId, body.mediaKey) : undefined,
  ])
  const row = newRow<DataImportRow>({
    system: body.system,
    systemName: null,
    sourceCompany: body.sourceCompany ?? null,
    sourceName: null,
    fileName: body.fileName,
    mediaName: body.mediaKey ? (body.mediaName ?? 'media.zip') : null,
    customers: body.customers,
    invite: false,
    state: 'reading',
    counts: [],
    left: [],
    done: 0,
    total: null,
    error: null,
    companies: [],
    report: null,
    user: { id: user.id, name: user.name },
    startedAt: null,
    endedAt: null,
    key: body.key,
    mediaKey: body.mediaKey ?? null,
    place: null,
    jobId: null,
    staged: null,
    pace: null,
  })
  const { job, writes } = newJob(companyId, {
    kind: 'dataReading',
    user: row.user,
    subject: row.fileName,
    listed: false,
    state: { importId: row.id, language: languageOf(headers['accept-language']), parts: [] },
  })
  const stored = await withListLock(companyId, 'dataImport', async lock => {
    await requireNoneUnderWay(companyId)
    return createRow(companyId, DATA_IMPORTS, { ...row, jobId: job.id }, { writes: [...writes, lock] })
  })
  audit({ name: stored.fileName })
  await beginJob(job)
  await publishDataImport(companyId, stored, 'create')
  return showDataImport(stored)
}

/** Throws ERR_UPLOAD_MISSING, ERR_UPLOAD_TOO_LARGE. */
async function requireUpload(companyId: string, key: string): Promise<void> {
  if (!isPreparedFor(companyId, IMPORT_OWNER, key)) throw new AppError('ERR_UPLOAD_MISSING')
  const found = await readObjectHead(key, 1)
  if (!found || found.size === 0) throw new AppError('ERR_UPLOAD_MISSING')
  if (found.size > IMPORT_UPLOAD_LIMIT) throw new AppError('ERR_UPLOAD_TOO_LARGE')
}
