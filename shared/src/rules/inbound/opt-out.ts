import { isOptOut, OPT_OUT_THANKS } from '../campaigns/opt-out-words.ts'
import type { PipelineAction, PipelineStep } from './pipeline.ts'
import { storeMessage } from './store-message.ts'

/**
 * Opts out a contact who answers a campaign with "sair" or the like: they get no more campaigns,
 * and thanks (decision 0019). If nobody serves them, nobody needs to act: the answer is kept in a
 * ticket that is closed at once.
 */
export const optOut: PipelineStep = input => {
  const { state, message, configuration } = input
  if (!state.campaign || message.fromMe || message.group || message.kind !== 'text') return undefined
  if (!isOptOut(message.body)) return undefined
  const isServed = state.ticket !== null
  const stored = (storeMessage(input)?.actions ?? []).map(
    (action): PipelineAction => (action.type === 'store' && !isServed ? { ...action, unread: 0 } : action),
  )
  return {
    actions: [
      { type: 'ticket', use: isServed ? 'live' : 'create' },
      ...stored,
      { type: 'answerCampaign', optsOut: true },
      ...(configuration.silent ? [] : [{ type: 'reply', step: 0, text: OPT_OUT_THANKS } as const]),
      ...(isServed ? [] : [{ type: 'close' } as const]),
    ],
    ends: true,
  }
}
