import { isOptOut, OPT_OUT_THANKS } from '../campaigns/opt-out.ts'
import { storeMessage } from './store-message.ts'
import type { PipelineAction, Step } from './turn.ts'

/**
 * Decision 0019: whoever answers a campaign with "sair" or its like gets no more of them, and is
 * thanked. With nobody who serves them that is no work for anybody: it is kept in a ticket that is
 * closed at once.
 */
export const optOut: Step = turn => {
  const { state, message, configuration } = turn
  if (!state.campaign || message.fromMe || message.group || message.kind !== 'text') return undefined
  if (!isOptOut(message.body)) return undefined
  const isServed = state.ticket !== null
  const stored = (storeMessage(turn)?.actions ?? []).map(
    (action): PipelineAction => (action.type === 'store' && !isServed ? { ...action, unread: 0 } : action),
  )
  return {
    actions: [
      { type: 'ticket', use: isServed ? 'live' : 'create' },
      ...stored,
      { type: 'answerCampaign', optsOut: true },
      ...(configuration.silent ? [] : [{ type: 'say', step: 0, text: OPT_OUT_THANKS } as const]),
      ...(isServed ? [] : [{ type: 'close' } as const]),
    ],
    ends: true,
  }
}
