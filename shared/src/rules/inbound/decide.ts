import type { InboundMessage } from '../../events/queues.ts'
import { answerCall } from './answer-call.ts'
import { answerCampaign } from './answer-campaign.ts'
import { answerOutOfHours } from './answer-out-of-hours.ts'
import { askBot } from './ask-bot.ts'
import { enterOnlyQueue } from './enter-only-queue.ts'
import { filterSender } from './filter-sender.ts'
import { followOptions } from './follow-options.ts'
import { greet } from './greet.ts'
import { ignore } from './ignore.ts'
import { leaveToAttendant } from './leave-to-attendant.ts'
import { offerMenu } from './offer-menu.ts'
import { optOut } from './opt-out.ts'
import type { PipelineAction, PipelineConfiguration, PipelineInput, PipelineState, PipelineStep } from './pipeline.ts'
import { recordRating } from './record-rating.ts'
import { resolveContact } from './resolve-contact.ts'
import { resolveTicket } from './resolve-ticket.ts'
import { storeMessage } from './store-message.ts'

/**
 * Steps in the order of decision 0015. Hours and bots are checked again for the queue that a menu
 * led to.
 */
const PIPELINE: readonly PipelineStep[] = [
  ignore,
  resolveContact,
  optOut,
  recordRating,
  resolveTicket,
  storeMessage,
  answerCampaign,
  enterOnlyQueue,
  filterSender,
  answerCall,
  answerOutOfHours,
  leaveToAttendant,
  askBot,
  offerMenu,
  followOptions,
  answerOutOfHours,
  askBot,
  greet,
]

/**
 * Decides what an inbound message leads to, as a pure function of the loaded state, the message and
 * the configuration.
 */
export function decide(
  state: PipelineState,
  message: InboundMessage,
  configuration: PipelineConfiguration,
): PipelineAction[] {
  const actions: PipelineAction[] = []
  const ticket = state.ticket ?? {
    status: 'pending',
    userId: null,
    queueId: null,
    menu: null,
    bot: null,
    expiryAt: null,
  }
  let input: PipelineInput = { state, message, configuration, ticket, greeting: null }
  for (const step of PIPELINE) {
    const result = step(input)
    if (!result) continue
    actions.push(...result.actions)
    if (result.ends) break
    input = { ...input, ticket: result.ticket ?? input.ticket, greeting: result.greeting ?? input.greeting }
  }
  return settled(actions)
}

/** Numbers the texts to send, and keeps only the last menu state. */
function settled(actions: readonly PipelineAction[]): PipelineAction[] {
  const last = actions.findLast(({ type }) => type === 'menu')
  let step = 0
  return actions
    .filter(action => action.type !== 'menu' || action === last)
    .map(action => (action.type === 'reply' ? { ...action, step: step++ } : action))
}
