import { instant } from '../../../data/instant.ts'
import { earlierTexts } from '../../../data/tickets/wire.ts'
import type { Operations } from '../operations.ts'
import { visibleMessage } from './own-message.ts'

/**
 * Lists the earlier texts of a message, for admins: this is the only way to the text of a deleted
 * one.
 */
export const readMessageHistory: Operations['messages']['history'] = async (ctx, { params }) => {
  const { message } = await visibleMessage(ctx, params.id)
  const texts = earlierTexts(message)
  if (!message.isDeleted) return { id: params.id, history: texts }
  const { at, by } = message.deletion ?? { at: null, by: null }
  const last = { body: message.body, editedAt: at === null ? null : instant(at), editedBy: by }
  return { id: params.id, history: [...texts, last] }
}
