import { IMPORT_UPLOAD_LIMIT } from '@balcao/shared/media.ts'
import { IMPORT_OWNER } from '../../../imports/import-files.ts'
import { uploadForm } from '../../../integrations/storage.ts'
import { preparedKey } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'

/** Prepares the upload of a dump or a zip; S3 itself refuses a larger one. */
export const prepareImport: Operations['imports']['uploads'] = async ({ companyId }) => {
  const key = preparedKey(companyId, IMPORT_OWNER)
  return { key, ...(await uploadForm(key, 'application/octet-stream', IMPORT_UPLOAD_LIMIT)) }
}
