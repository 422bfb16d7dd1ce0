import { fitInbound } from '@balcao/shared/events/fit-inbound.ts'
import { InboundEvent } from '@balcao/shared/events/queues.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { messageOfMid } from '../../data/channels/meta-page-send.ts'
import { providerOf } from '../../data/channels/provider-of.ts'
import { withConfigurationVersion } from '../../data/company/configuration-version.ts'
import { takeTemplateUpdate } from '../../messaging/templates/take-template-update.ts'
import { processFifoBatch, read } from '../batch.ts'
import { takeAck } from './take-ack.ts'
import { takeCloudNumber } from './take-cloud-number.ts'
import { takeConnection } from './take-connection.ts'
import { takeDelete } from './take-delete.ts'
import { takeEdit } from './take-edit.ts'
import { takeGap } from './take-gap.ts'
import { takeHiddenEdit } from './take-hidden-edit.ts'
import { takeMedia } from './take-media.ts'
import { takeMessage } from './take-message.ts'
import { takeNumberChange } from './take-number-change.ts'
import { takePollVote } from './take-poll-vote.ts'
import { takePresence } from './take-presence.ts'
import { takeReaction } from './take-reaction.ts'
import { takeSeen } from './take-seen.ts'
import { takeStatus } from './take-status.ts'

/**
 * Handles what session hosts learn from WhatsApp, in order per chat. Each event is cut to fit an
 * item once more, since an event on the queue may come from a host with other limits. An event that
 * cannot be parsed fails until it is a dead letter.
 */
export const handler = processFifoBatch(record =>
  withConfigurationVersion(() => take(fitInbound(read(InboundEvent, record)))),
)

async function take(given: InboundEvent): Promise<void> {
  const event = await underOurId(given)
  switch (event.type) {
    case 'message':
      return takeMessage(event)
    case 'ack':
      return takeAck(event)
    case 'edit':
      return takeEdit(event)
    case 'hiddenEdit':
      return takeHiddenEdit(event)
    case 'delete':
      return takeDelete(event)
    case 'reaction':
      return takeReaction(event)
    case 'pollVote':
      return takePollVote(event)
    case 'media':
      return takeMedia(event)
    case 'presence':
      return takePresence(event)
    case 'connection':
      return takeConnection(event)
    case 'gap':
      return takeGap(event)
    case 'seen':
      return takeSeen(event)
    case 'status':
      return takeStatus(event)
    case 'numberChange':
      return takeNumberChange(event)
    case 'cloudNumber':
      return takeCloudNumber(event)
    case 'template': {
      const { businessAccountId, name, language, status, rejectedReason: reason, quality, category } = event
      return takeTemplateUpdate(businessAccountId, { name, language, event: status, reason, quality, category })
    }
  }
}

/** Replaces Meta's message id by our own: Meta reports on our messages under its own ids. */
async function underOurId(event: InboundEvent): Promise<InboundEvent> {
  if (event.type !== 'delete' && event.type !== 'reaction') return event
  const provider = await providerOf(event.companyId, event.connectionId)
  if (capabilitiesOf({ provider }).transport !== 'graph') return event
  const own = await messageOfMid(event.companyId, event.connectionId, event.whatsappMessageId)
  return own ? { ...event, whatsappMessageId: own, ...(event.type === 'delete' ? { fromMe: true } : {}) } : event
}
