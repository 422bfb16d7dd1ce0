import type { MessageRow } from '../data/tickets/message-row.ts'

/** Returns whether a message is a text whose link may get a preview, and has none yet. */
export const lacksPreview = ({ body, isDeleted, mediaType, template, choices, preview }: MessageRow): boolean =>
  !isDeleted && mediaType === 'chat' && !template && !choices && !(preview && body.includes(preview.link))
