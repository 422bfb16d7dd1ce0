import { type ConnectionProblem, type ConnectionState, chatGroup } from '@balcao/shared/events/queues.ts'
import type { EventSender } from '../inbound/event-sender.ts'
import type { CurrentSocket } from '../socket/current-socket.ts'
import { type ConnectionEvent, connectionEvent, gapEvent } from './connection-events.ts'

/**
 * Publishes the state of a connection to the workers. Nobody waits for it: the queue keeps the
 * order, and retries as long as necessary.
 */
export class ConnectionPublisher {
  readonly #ids: { companyId: string; connectionId: string }
  readonly #fence: number
  readonly #events: EventSender
  readonly #current: CurrentSocket
  #sequence = 0

  constructor(options: {
    ids: { companyId: string; connectionId: string }
    fence: number
    events: EventSender
    current: CurrentSocket
  }) {
    this.#ids = options.ids
    this.#fence = options.fence
    this.#events = options.events
    this.#current = options.current
  }

  publishState(state: {
    status: ConnectionState
    qrcode: string
    retries: number
    problem?: ConnectionProblem | undefined
  }): void {
    const { status, qrcode, retries, problem } = state
    const me = this.#current.auth?.creds.me
    const identity = { fence: this.#fence, sequence: this.#sequence++, at: Date.now() }
    this.#send(connectionEvent(this.#ids, { status, qrcode, retries, problem, me, ...identity }))
  }

  publishGap(gap: { from: number; to: number; recovered: number }): void {
    this.#send(gapEvent(this.#ids, gap))
  }

  #send(event: ConnectionEvent | undefined): void {
    if (!event) return
    this.#events.send(event.event, chatGroup(this.#ids.connectionId, {}), event.identity).catch(() => undefined)
  }
}
