import { KNOWLEDGE_LIMIT } from '@balcao/shared/media.ts'
import { documentKindOf } from '../../../documents/document-kind.ts'
import { uploadForm } from '../../../integrations/storage.ts'
import { preparedKey } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'

/** Owner of the documents that are uploaded: they have no id yet. */
export const KNOWLEDGE_OWNER = 'knowledge'

/** Prepares the upload of a document; S3 itself refuses a larger one. */
export const prepareKnowledge: Operations['knowledge']['uploads'] = async ({ companyId }, { body }) => {
  documentKindOf(body.fileName)
  const key = preparedKey(companyId, KNOWLEDGE_OWNER)
  return { key, ...(await uploadForm(key, 'application/octet-stream', KNOWLEDGE_LIMIT)) }
}
