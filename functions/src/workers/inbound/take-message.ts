import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { decide } from '@balcao/shared/rules/inbound/decide.ts'
import { withEffectsBeside } from '../../data/table/transact.ts'
import { finishRedelivery } from './message/finish-redelivery.ts'
import { load } from './message/load.ts'
import type { ReceivedMessage } from './message/message-state.ts'
import { plan } from './message/plan.ts'
import { publish } from './message/publish.ts'
import { receive } from './message/receive.ts'
import { renewStale } from './message/renew-stale.ts'
import { write } from './message/write.ts'

/** Takes a message from WhatsApp or Meta, again while its state changes before it is written. */
export async function takeMessage(event: InboundMessage): Promise<void> {
  let received = await receive(event)
  for (let round = 0; received; round++) {
    try {
      const now = received
      // Browsers do not wait until rules are asked.
      return await withEffectsBeside(() => runSteps(now))
    } catch (error) {
      received = await renewStale(received, error, round)
    }
  }
}

/**
 * Load → decide → plan → write → publish. `decide` is pure, and `write` is ONE transaction
 * (message, ticket, log, the bot's answers, their timers). So a redelivery finds either nothing
 * done or everything, and its pointer refuses it.
 */
async function runSteps(received: ReceivedMessage): Promise<void> {
  const loaded = await load(received)
  const decided = { ...loaded, actions: decide(loaded.state, loaded.message, loaded.configuration) }
  const planned = await plan(decided)
  if (!planned) return
  const written = await write(planned)
  await (written ? publish(written) : finishRedelivery(planned))
}
