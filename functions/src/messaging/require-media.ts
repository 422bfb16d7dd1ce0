import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent, StoredMedia } from '@balcao/shared/events/queues.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { cloudMediaProblem } from '@balcao/shared/rules/cloud-media-limits.ts'
import { providerOf } from '../data/channels/provider-of.ts'

/**
 * Requires that a connection can send files; a file of more than its limits would be refused after
 * it was stored.
 * @throws ERR_CLOUD_IMAGE, ERR_CLOUD_AUDIO, ERR_CLOUD_VIDEO, ERR_CLOUD_DOCUMENT, ERR_CLOUD_STICKER
 */
export async function requireMedia(
  companyId: string,
  whatsappId: string,
  files: readonly Pick<StoredMedia, 'kind' | 'mimetype' | 'size'>[],
): Promise<void> {
  if (files.length === 0) return
  if (capabilitiesOf({ provider: await providerOf(companyId, whatsappId) }).mediaLimits !== 'cloud') return
  for (const file of files) {
    const problem = cloudMediaProblem(file)
    if (problem) throw new AppError(problem)
  }
}

/** Returns the files of outgoing contents. */
export const filesIn = (contents: readonly OutboundContent[]): StoredMedia[] =>
  contents.flatMap(content =>
    (content.kind === 'media' || content.kind === 'template') && content.media ? [content.media] : [],
  )
