import {
  type BotReplyJob,
  chatGroup,
  type DeliveryAttempt,
  type JobMessage,
  type LinkPreviewJob,
  type Mail,
  type OutboundCommand,
  type PromptRunStep,
  type PushWork,
  type Tick,
  type TicketSummaryJob,
  type Timer,
} from '@balcao/shared/events/queues.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { shardOf } from '@balcao/shared/rules/shard.ts'
import { config } from '../config.ts'
import { providerOf } from '../data/channels/provider-of.ts'
import { sendFifo, sendStandard } from '../integrations/sqs.ts'

/**
 * Returns the FIFO group: commands without a conversation must not wait behind one, nor the other
 * way round.
 */
const groupOf = (command: OutboundCommand): string => {
  if ('to' in command) return chatGroup(command.connectionId, command.to)
  if (command.type === 'session') return chatGroup(command.connectionId, {})
  const about = command.type === 'fetchMedia' ? command.whatsappMessageId : command.requestId
  return `${command.connectionId}:${about}`
}

/**
 * Enqueues a command for the session host that serves the connection, or for the worker that calls
 * Meta's Graph API. Order is kept within a conversation; the queue drops a second command with the
 * same `dedupId` within five minutes.
 */
export async function enqueueCommand(command: OutboundCommand, dedupId: string): Promise<void> {
  const { transport } = capabilitiesOf({ provider: await providerOf(command.companyId, command.connectionId) })
  if (transport === 'graph') return sendFifo(config().PAGES_QUEUE_URL, command, groupOf(command), dedupId)
  const url = config().OUTBOUND_QUEUE_URLS[shardOf(command.connectionId)]
  if (!url) throw new Error('OUTBOUND_QUEUE_URLS names fewer queues than there are shards')
  await sendFifo(url, command, groupOf(command), dedupId)
}

/**
 * Enqueues background work that begins after `delaySeconds`. A message may be delivered more than
 * once.
 */
export const enqueueJob = (job: JobMessage, delaySeconds = 0): Promise<void> =>
  sendStandard(config().JOBS_QUEUE_URL, job, delaySeconds)

/**
 * Enqueues a timer that is due within seconds: the clock, which runs once a minute, is too slow for
 * it. Its row is written all the same: a timer that fires twice does nothing the second time.
 */
export const enqueueTimer = (timer: Timer, now = Date.now()): Promise<void> =>
  sendStandard(config().TIMERS_QUEUE_URL, timer, Math.max(0, Math.ceil((timer.dueAt - now) / 1000)))

/**
 * Enqueues the next tick of a connection's campaigns, after `delaySeconds` (at most 900). A message
 * may be delivered more than once.
 */
export const enqueueTick = (tick: Tick, delaySeconds: number): Promise<void> =>
  sendStandard(config().TICKS_QUEUE_URL, tick, delaySeconds)

/**
 * Enqueues the reply that a bot owes in a ticket, after `delaySeconds`. A message may be delivered
 * more than once.
 */
export const enqueueBotReply = (job: BotReplyJob, delaySeconds = 0): Promise<void> =>
  sendStandard(config().MACHINES_QUEUE_URL, job, delaySeconds)

/** Enqueues the preview of a link, beside the replies of bots: both wait for hosts of others. */
export const enqueueLinkPreview = (job: LinkPreviewJob): Promise<void> =>
  sendStandard(config().MACHINES_QUEUE_URL, job, 0)

/** Enqueues the summary of a ticket, beside the replies of bots. */
export const enqueueTicketSummary = (job: TicketSummaryJob): Promise<void> =>
  sendStandard(config().MACHINES_QUEUE_URL, job, 0)

/** Enqueues a step of a test run, beside the replies of bots, after `delaySeconds`. */
export const enqueuePromptRunStep = (step: PromptRunStep, delaySeconds = 0): Promise<void> =>
  sendStandard(config().MACHINES_QUEUE_URL, step, delaySeconds)

/**
 * Enqueues an attempt of a webhook delivery, after `delaySeconds` (at most 900). A message may be
 * delivered more than once.
 */
export const enqueueWebhookDelivery = (delivery: DeliveryAttempt, delaySeconds = 0): Promise<void> =>
  sendStandard(config().DELIVERIES_QUEUE_URL, delivery, delaySeconds)

/**
 * Enqueues a push, after `delaySeconds` (at most 900). A message may be delivered more than once.
 */
export const enqueuePush = (push: PushWork, delaySeconds = 0): Promise<void> =>
  sendStandard(config().PUSHES_QUEUE_URL, push, delaySeconds)

/** Enqueues an e-mail, so that no caller waits for SES. */
export const enqueueMail = (mail: Mail): Promise<void> => sendStandard(config().MAIL_QUEUE_URL, mail)
