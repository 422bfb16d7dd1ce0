import {
  chatGroup,
  type DeliveryTry,
  type JobMessage,
  type MachineTurn,
  type Mail,
  type OutboundCommand,
  type PushWork,
  type Tick,
  type Timer,
} from '@balcao/shared/events/queues.ts'
import { isPageSource } from '@balcao/shared/rules/page-media.ts'
import { shardOf } from '@balcao/shared/rules/shard.ts'
import { config } from '../config.ts'
import { sendFifo, sendStandard } from '../integrations/sqs.ts'

/** What belongs to no conversation must not wait behind one, nor the other way round. */
const groupOf = (command: OutboundCommand): string => {
  if ('to' in command) return chatGroup(command.connectionId, command.to)
  if (command.type === 'session') return chatGroup(command.connectionId, {})
  const about = command.type === 'fetchMedia' ? command.whatsappMessageId : command.requestId
  return `${command.connectionId}:${about}`
}

/** What goes to a page's customer leaves by the Graph API, and not by a session host. */
const isForPage = (command: OutboundCommand): boolean =>
  'to' in command ? command.to.scoped !== undefined : command.type === 'fetchMedia' && isPageSource(command.source)

/**
 * Hands a command to the session host that serves the connection, or to the worker of pages. Order is kept within a conversation; a second command
 * with the same `dedupId` within five minutes is dropped by the queue.
 */
export async function enqueueCommand(command: OutboundCommand, dedupId: string): Promise<void> {
  if (isForPage(command)) return sendFifo(config().PAGES_QUEUE_URL, command, groupOf(command), dedupId)
  const url = config().OUTBOUND_QUEUE_URLS[shardOf(command.connectionId)]
  if (!url) throw new Error('OUTBOUND_QUEUE_URLS names fewer queues than there are shards')
  await sendFifo(url, command, groupOf(command), dedupId)
}

/** Leaves work to the background, to begin after `delaySeconds`. A message may come more than once. */
export const enqueueJob = (job: JobMessage, delaySeconds = 0): Promise<void> =>
  sendStandard(config().JOBS_QUEUE_URL, job, delaySeconds)

/**
 * Fires a timer that is due within seconds, which the clock, once a minute, is too slow for. Its row stands all the same: a
 * timer that fires twice does nothing the second time.
 */
export const enqueueTimer = (timer: Timer, now = Date.now()): Promise<void> =>
  sendStandard(config().TIMERS_QUEUE_URL, timer, Math.max(0, Math.ceil((timer.dueAt - now) / 1000)))

/** The next tick of a connection's campaigns, after `delaySeconds` (at most 900). A message may come more than once. */
export const enqueueTick = (tick: Tick, delaySeconds: number): Promise<void> =>
  sendStandard(config().TICKS_QUEUE_URL, tick, delaySeconds)

/** Asks a machine for what it owes in a ticket, after `delaySeconds`. A message may come more than once. */
export const enqueueMachineTurn = (turn: MachineTurn, delaySeconds = 0): Promise<void> =>
  sendStandard(config().MACHINES_QUEUE_URL, turn, delaySeconds)

/** Asks for a try of a delivery, after `delaySeconds` (at most 900). A message may come more than once. */
export const enqueueDelivery = (delivery: DeliveryTry, delaySeconds = 0): Promise<void> =>
  sendStandard(config().DELIVERIES_QUEUE_URL, delivery, delaySeconds)

/** Asks for a push, after `delaySeconds` (at most 900). A message may come more than once. */
export const enqueuePush = (push: PushWork, delaySeconds = 0): Promise<void> =>
  sendStandard(config().PUSHES_QUEUE_URL, push, delaySeconds)

/** Leaves an e-mail to be sent: nobody waits for it. */
export const enqueueMail = (mail: Mail): Promise<void> => sendStandard(config().MAIL_QUEUE_URL, mail)
