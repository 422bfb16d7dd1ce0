/** Begins the import of a sheet, and prepares the upload of one that is too large for a call. */
import type { UploadedFile } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { SHEET_LIMIT } from '@balcao/shared/media.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { type NewJob, newJob } from '../data/jobs/job.ts'
import { transact } from '../data/table/transact.ts'
import { requireUser } from '../data/team/user.ts'
import { putObject, readObjectHead, uploadForm } from '../integrations/storage.ts'
import { beginJob } from '../messaging/begin-job.ts'
import { KIND_BYTES, sheetKindOf } from '../sheets/sheet-kind.ts'
import { isPreparedFor, preparedKey } from './store-upload.ts'

/** Content type of all uploaded sheets: nobody is shown one. */
const TYPE = 'application/octet-stream'

/**
 * Returns a form by which a browser uploads a sheet to where `storeSheet` finds it. `owner` is the
 * row the import is for, or its kind.
 */
export async function prepareSheet(companyId: string, owner: string) {
  const key = preparedKey(companyId, owner)
  return { key, ...(await uploadForm(key, TYPE, SHEET_LIMIT)) }
}

type SheetUpload = { body: { key?: string | undefined; fileName?: string | undefined }; files: readonly UploadedFile[] }
export type StoredSheet = { key: string; name: string }

/**
 * Returns where the sheet of a call is stored: from its form, or uploaded by the browser before.
 * Its type is detected from its first bytes.
 * @throws ERR_UPLOAD_MISSING, ERR_UPLOAD_TOO_LARGE, ERR_SHEET_UNREADABLE
 */
export async function storeSheet(
  companyId: string,
  owner: string,
  { body, files: [file] }: SheetUpload,
): Promise<StoredSheet> {
  const name = cutText(file?.fileName || body.fileName || '', 100)
  if (file) {
    if (file.bytes.length === 0) throw new AppError('ERR_UPLOAD_MISSING')
    sheetKindOf(file.bytes)
    const key = preparedKey(companyId, owner)
    await putObject(key, file.bytes, TYPE)
    return { key, name }
  }
  if (!body.key || !isPreparedFor(companyId, owner, body.key)) throw new AppError('ERR_UPLOAD_MISSING')
  const found = await readObjectHead(body.key, KIND_BYTES)
  if (!found || found.size === 0) throw new AppError('ERR_UPLOAD_MISSING')
  if (found.size > SHEET_LIMIT) throw new AppError('ERR_UPLOAD_TOO_LARGE')
  sheetKindOf(found.bytes)
  return { key: body.key, name }
}

type Import = Extract<NewJob, { kind: 'contactsImport' | 'contactListImport' }>

/** Begins the job that imports the rows of a sheet. */
export async function beginSheetImport(
  companyId: string,
  userId: string,
  given: Omit<Import, 'user'>,
): Promise<{ jobId: string }> {
  const user = await requireUser(companyId, userId)
  const { job, writes } = newJob(companyId, { ...given, user: { id: user.id, name: user.name } } as Import)
  await transact(writes)
  await beginJob(job)
  return { jobId: job.id }
}
