import { AppError } from '@balcao/shared/errors.ts'
import { readObjectHead } from '../integrations/storage.ts'
import { isPreparedFor } from './store-upload.ts'

/**
 * Returns the bytes that a browser uploaded by a form for this row, all of one version: the form
 * may be used again.
 * @throws ERR_UPLOAD_MISSING, ERR_UPLOAD_TOO_LARGE
 */
export async function readPrepared(
  companyId: string,
  ownerId: string,
  key: string,
  maxBytes: number,
): Promise<Uint8Array> {
  if (!isPreparedFor(companyId, ownerId, key)) throw new AppError('ERR_UPLOAD_MISSING')
  const found = await readObjectHead(key, maxBytes + 1)
  if (!found) throw new AppError('ERR_UPLOAD_MISSING')
  if (found.size > maxBytes) throw new AppError('ERR_UPLOAD_TOO_LARGE')
  return found.bytes
}
