import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { fileFormatOf, HEADER_FILES } from '@balcao/shared/rules/templates/header-files.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { uploadForm } from '../../../integrations/storage.ts'
import { preparedKey } from '../../store-upload.ts'

/** Owner of the folder into which samples are uploaded. */
export const SAMPLES = 'samples'

/** Prepares the upload of a header's sample; S3 itself refuses a larger one. */
export const prepareSample: Handlers<typeof channels, HttpContexts>['templates']['uploads'] = async (
  { companyId },
  { body: { mimetype, size } },
) => {
  const format = fileFormatOf(mimetype)
  if (!format || size > HEADER_FILES[format].maxBytes) throw new AppError('ERR_TEMPLATE_FILE')
  const key = preparedKey(companyId, SAMPLES)
  return { key, ...(await uploadForm(key, mimetype, HEADER_FILES[format].maxBytes)) }
}
