/**
 * Handles a message from WhatsApp: find the sender → read the state → decide (`decide`, pure) → ONE
 * transaction (message, ticket, log, the bot's answer, its timers) → side effects. So a redelivery
 * finds either nothing done or everything, and its pointer refuses it.
 */
import { AppError } from '@balcao/shared/errors.ts'
import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { decide } from '@balcao/shared/rules/inbound/decide.ts'
import { WriteConflict } from '../../data/table/transact.ts'
import { isMessageStored } from '../../data/tickets/message.ts'
import { configurationOf } from '../../messaging/configuration.ts'
import { finishClosing, finishOptOut } from './message/close-out-of-hours.ts'
import { findSender } from './message/find-sender.ts'
import { finishSideEffects } from './message/finish-side-effects.ts'
import { planWrites } from './message/plan-writes.ts'
import { readState, StateChanged } from './message/read-state.ts'
import { runSideEffects } from './message/run-side-effects.ts'
import { writeMessage } from './message/write-message.ts'
import { isOwnEcho, withMedia } from './meta-page-message.ts'

const ROUNDS = 30

/**
 * Returns whether the decision must be made again: its state changed before it was written, or the
 * ticket was deleted or another one created.
 */
const isOutdated = (error: unknown): boolean =>
  error instanceof StateChanged ||
  error instanceof WriteConflict ||
  (error instanceof AppError && (error.code === 'ERR_NO_TICKET_FOUND' || error.code === 'ERR_OTHER_OPEN_TICKET'))

/**
 * Prepares a metaPage's message; undefined when it is our own. Media of a stored message is not
 * downloaded again.
 */
async function metaPageMessage(given: InboundMessage): Promise<InboundMessage | undefined> {
  const { companyId, connectionId, whatsappMessageId } = given
  if (await isMessageStored(companyId, connectionId, whatsappMessageId)) return given
  return (await isOwnEcho(given)) ? undefined : withMedia(given)
}

export async function takeMessage(given: InboundMessage): Promise<void> {
  const message = given.chat.scoped ? await metaPageMessage(given) : given
  if (!message) return
  const configuration = await configurationOf(message.companyId, message.connectionId)
  // The connection was deleted, and its conversations with it.
  if (!configuration) return
  // `decide` would ignore it too, but this way nothing needs to be read.
  if (message.group && configuration.settings.CheckMsgIsGroup === 'enabled') return

  let sender = await findSender(message)
  for (let round = 0; ; round++) {
    try {
      const read = await readState(message, sender, configuration)
      const actions = decide(read.state, message, configuration)
      const context = { message, met: sender, found: read, configuration }
      const plan = await planWrites(actions, context)
      if (!plan) return
      const written = await writeMessage(plan, context)
      if (written === 'duplicate') {
        await finishSideEffects(message, sender.contact)
        await finishOptOut(message)
        return await finishClosing(message, configuration)
      }
      return await runSideEffects(written, plan, message, sender)
    } catch (error) {
      // The contact was deleted since it was read: the sender becomes a new contact.
      const isGone = error instanceof AppError && error.code === 'ERR_NO_CONTACT_FOUND'
      if (!(isGone || isOutdated(error)) || round >= ROUNDS) throw error
      sender = isGone ? await findSender(message) : { ...sender, guess: undefined }
      await new Promise(resolve => setTimeout(resolve, Math.random() * 10 * round))
    }
  }
}
