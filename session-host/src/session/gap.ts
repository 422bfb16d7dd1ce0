import type { ConnectionPublisher } from './connection-publisher.ts'
import type { MetaStore } from './meta.ts'

/**
 * Time a connection was away: it is published once the connection is open again and the messages
 * that WhatsApp kept were sent to the workers.
 */
export class Gap {
  readonly #meta: Pick<MetaStore, 'read' | 'keep'>
  readonly #publisher: Pick<ConnectionPublisher, 'publishGap'>
  readonly #now: () => number
  #unseenSince: number | undefined
  #replayOver = false
  #recovered = 0

  /**
   * @param options.lastSeen when an earlier host was last known to be alive (epoch milliseconds),
   * if it did not end in order
   */
  constructor(options: {
    lastSeen: number | undefined
    meta: Pick<MetaStore, 'read' | 'keep'>
    publisher: Pick<ConnectionPublisher, 'publishGap'>
    now?: () => number
  }) {
    this.#meta = options.meta
    this.#publisher = options.publisher
    this.#now = options.now ?? Date.now
    this.#unseenSince = options.lastSeen
  }

  /** Records a new socket: the messages that WhatsApp kept are still to come. */
  opening(): void {
    this.#replayOver = false
  }

  /** Counts a message of the replay that will be sent to the workers. */
  countRecovered(): void {
    this.#recovered++
  }

  /** Records that WhatsApp has delivered all kept messages, or that it will not say so. */
  replayed(): void {
    this.#replayOver = true
  }

  /** Publishes the gap once, after the replay. Must be called while the connection is open. */
  async settle(): Promise<void> {
    if (!this.#replayOver) return
    const from = (await this.#meta.read()).downSince ?? this.#unseenSince
    this.#unseenSince = undefined
    if (from !== undefined) await this.#meta.keep({ downSince: undefined })
    const recovered = this.#recovered
    this.#recovered = 0
    if (from !== undefined) this.#publisher.publishGap({ from, to: this.#now(), recovered })
  }
}
