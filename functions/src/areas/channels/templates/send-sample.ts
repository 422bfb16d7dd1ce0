import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { HEADER_FILE_BYTES } from '@balcao/shared/rules/templates/header-files.ts'
import { config } from '../../../config.ts'
import { requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { uploadSample } from '../../../integrations/meta/upload-sample.ts'
import { accountWithTemplates, askAboutTemplates } from '../../../messaging/templates/cloud-account.ts'
import { readPrepared } from '../../read-prepared.ts'
import { SAMPLES } from './prepare-sample.ts'
import { sampleType } from './sample-type.ts'

/**
 * Hands Meta a sample: the file of a form, or one that a browser uploaded to the bucket. A second
 * call gives another handle of the same file.
 */
export const sendSample: Handlers<typeof channels, HttpContexts>['templates']['sendSample'] = async (
  { companyId },
  { body: { whatsappId, key, fileName }, files: [file] },
) => {
  const connection = await requireWhatsapp(companyId, whatsappId, true)
  accountWithTemplates(connection)
  if (!config().META_APP_ID) throw new AppError('ERR_CLOUD_NOT_CONFIGURED')
  const bytes = file?.bytes ?? (await readPrepared(companyId, SAMPLES, key ?? '', HEADER_FILE_BYTES))
  const { mimetype, format } = sampleType(bytes)
  try {
    const sample = { fileName: file?.fileName || fileName || 'sample', mimetype, bytes }
    return { handle: await askAboutTemplates(connection, (_, token) => uploadSample(token, sample)), format }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ERR_TEMPLATE_REFUSED') throw error
    throw new AppError('ERR_TEMPLATE_FILE_REFUSED', { cause: error, data: error.data ?? {} })
  }
}
