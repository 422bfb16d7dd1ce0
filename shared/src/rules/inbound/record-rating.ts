import { RATING_THANKS, ratingAgain, ratingOf } from '../rating.ts'
import { botReplies } from './bot-replies.ts'
import { menuFormOf } from './menu-form-of.ts'
import type { PipelineAction, PipelineStep } from './pipeline.ts'
import { storeMessage } from './store-message.ts'

/**
 * Reads 1, 2 or 3 as the requested rating, and asks once more after anything else (decision 0018).
 * Both are messages of the closed ticket and alert nobody. A later message, or a late one, begins a
 * new conversation; so does a call. If the company may not send, a rating counts without thanks,
 * and anything else is a new conversation.
 */
export const recordRating: PipelineStep = input => {
  const { state, message, configuration } = input
  const asked = state.rating
  if (!asked || state.now >= asked.until) return undefined
  if (message.fromMe || message.group || message.kind === 'call_log') return undefined
  const rating = message.kind === 'text' ? ratingOf(message.body, message.choice) : undefined
  if (rating === undefined && (asked.repeated || configuration.silent)) return undefined
  const stored = (storeMessage(input)?.actions ?? []).map(
    (action): PipelineAction => (action.type === 'store' ? { ...action, unread: 0 } : action),
  )
  const answer: PipelineAction[] =
    rating === undefined
      ? [{ type: 'askRatingAgain' }, ...botReplies({ ...ratingAgain(menuFormOf(configuration)), media: null })]
      : [
          { type: 'rate', rating },
          ...(configuration.silent ? [] : [{ type: 'reply', step: 0, text: RATING_THANKS } as const]),
        ]
  return { actions: [{ type: 'ticket', use: 'rated' }, ...stored, ...answer], ends: true }
}
