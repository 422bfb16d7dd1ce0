import { type PreviewLink, previewLink } from '@balcao/shared/rules/preview-link.ts'
import type { MessageRow } from '../data/tickets/message-row.ts'

/** Returns the link of a text message that may get a preview and has none yet, else null. */
export const linkToPreview = (message: MessageRow): PreviewLink | null => {
  const { body, isDeleted, mediaType, template, choices, preview } = message
  const lacksOne =
    !isDeleted && mediaType === 'chat' && !template && !choices && !(preview && body.includes(preview.link))
  return lacksOne ? previewLink(body) : null
}
