import type { InboundMessage } from '../../events/queues.ts'
import { answerCall } from './answer-call.ts'
import { answerCampaign } from './answer-campaign.ts'
import { askMachine } from './ask-machine.ts'
import { enterOnlyQueue } from './enter-only-queue.ts'
import { followOptions } from './follow-options.ts'
import { greet } from './greet.ts'
import { ignore } from './ignore.ts'
import { keepOut } from './keep-out.ts'
import { leaveToPerson } from './leave-to-person.ts'
import { offerMenu } from './offer-menu.ts'
import { optOut } from './opt-out.ts'
import { storeMessage } from './store-message.ts'
import { takeContact } from './take-contact.ts'
import { takeRating } from './take-rating.ts'
import { takeTicket } from './take-ticket.ts'
import { tellHours } from './tell-hours.ts'
import type { PipelineAction, PipelineConfiguration, PipelineState, Step, Turn } from './turn.ts'

/**
 * Steps in the order of decision 0015. Hours and bots are checked again for the queue that a menu
 * led to.
 */
const STEPS: readonly Step[] = [
  ignore,
  takeContact,
  optOut,
  takeRating,
  takeTicket,
  storeMessage,
  answerCampaign,
  enterOnlyQueue,
  keepOut,
  answerCall,
  tellHours,
  leaveToPerson,
  askMachine,
  offerMenu,
  followOptions,
  tellHours,
  askMachine,
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
    machine: null,
    expiryAt: null,
  }
  let turn: Turn = { state, message, configuration, ticket, greeting: null }
  for (const step of STEPS) {
    const outcome = step(turn)
    if (!outcome) continue
    actions.push(...outcome.actions)
    if (outcome.ends) break
    turn = { ...turn, ticket: outcome.ticket ?? turn.ticket, greeting: outcome.greeting ?? turn.greeting }
  }
  return settled(actions)
}

/** Numbers the texts to send, and keeps only the last menu state. */
function settled(actions: readonly PipelineAction[]): PipelineAction[] {
  const last = actions.findLast(({ type }) => type === 'menu')
  let step = 0
  return actions
    .filter(action => action.type !== 'menu' || action === last)
    .map(action => (action.type === 'say' ? { ...action, step: step++ } : action))
}
