import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import type { KeptMedia } from '@balcao/shared/rules/inbound/pipeline.ts'

/**
 * Returns the messages of a text and files, the text under the first file.
 * @throws ERR_EMPTY_MESSAGE
 */
export function contentsOf(
  text: string,
  media: { media: KeptMedia; caption: string | undefined }[],
): OutboundContent[] {
  if (media.length === 0 && text === '') throw new AppError('ERR_EMPTY_MESSAGE')
  if (media.length === 0) return [{ kind: 'text', body: text }]
  const contents = media.map(
    (each, i): OutboundContent => ({
      kind: 'media',
      body: each.caption ?? (i === 0 ? text : ''),
      media: each.media,
    }),
  )
  // Audio has no text under it: the text follows as a message of its own.
  const first = media[0]!
  if (first.media.kind !== 'audio' || text === '' || first.caption !== undefined) return contents
  return [{ ...contents[0]!, body: '' } as OutboundContent, ...contents.slice(1), { kind: 'text', body: text }]
}
