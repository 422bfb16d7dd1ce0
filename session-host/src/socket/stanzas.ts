import type { EventEmitter } from 'node:events'
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Arrivals } from '../inbound/arrivals.ts'
import type { PendingWork } from '../inbound/pending-work.ts'
import { errorName, type Log } from '../log.ts'
import type { Failures } from '../session/failures.ts'
import type { SocketWatcher } from './socket-watcher.ts'
import { createDeferred, type Deferred, type StanzaWork, stanzaWork } from './stanza-work.ts'

const UNHANDED_TRIES = 3
/** Maximum number of ids kept of messages that came with a replay. */
const REPLAYED = 5000

/** Part of a `LiveSocket` that its stanzas need. */
export type StanzaSocket = {
  /** Baileys' socket: it listens for `CB:` events, with its listeners in place. */
  socket: { ws: Pick<EventEmitter, 'on' | 'listeners' | 'removeAllListeners'> }
  /** Returns whether it is open, and nobody has begun to close it. */
  isSound: () => boolean
}

/** Stanzas of one socket. */
type Source = { live: StanzaSocket; watcher: Pick<SocketWatcher, 'isCurrent' | 'replayed'> }

export type StanzasParts = {
  connectionId: string
  log: Log
  failures: Pick<Failures, 'failed' | 'thrown' | 'catchRejections'>
  pending: Pick<PendingWork, 'safe'>
  arrivals: Pick<Arrivals, 'came'>
}

/**
 * Holds stanzas until their event is safe: their acknowledgement leaves after that (see
 * write-gate.ts), or never, and then WhatsApp delivers the stanza again.
 */
export class Stanzas {
  readonly #parts: StanzasParts
  readonly #replayed = new Set<string>()
  readonly #events = new Map<string, Deferred>()
  /**
   * Messages that were decrypted but that Baileys did not emit on an open socket, with how often.
   */
  readonly #unhanded = new Map<string, number>()

  /**
   * Written here and not where a stanza is handled: a function of that place keeps the stanza, and
   * Baileys' timers keep the context of what they were set in for minutes. Each stanza holds
   * the block of memory in which it came.
   */
  readonly #failed = (error: unknown): void => this.#parts.failures.failed(error)

  constructor(parts: StanzasParts) {
    this.#parts = parts
  }

  /**
   * Gives every stanza its own context, one message after the other, so that frames and key changes
   * know their cause.
   */
  follow(live: StanzaSocket, watcher: Source['watcher']): void {
    const source = { live, watcher }
    const { arrivals, failures } = this.#parts
    const { ws } = live.socket
    let messages: Promise<unknown> = Promise.resolve()
    for (const kind of ['message', 'receipt', 'call'] as const) {
      const handlers = ws.listeners(`CB:${kind}`)
      ws.removeAllListeners(`CB:${kind}`)
      const take = (node: BinaryNode) => {
        const id = node.attrs.id ?? ''
        if (kind === 'message') arrivals.came(id)
        // Baileys would queue replayed stanzas outside this context; the order is kept here
        // instead.
        if (node.attrs.offline !== undefined && kind !== 'call') {
          delete node.attrs.offline
          if (kind === 'message') this.#remember(id)
        }
        const run = () => (watcher.isCurrent() ? this.#handle(source, kind, id, node, handlers) : undefined)
        // A failed one must not stop those behind it.
        if (kind === 'message') messages = messages.then(run).catch(error => failures.thrown(error))
        else return run()
      }
      ws.on(`CB:${kind}`, failures.catchRejections(take))
    }
    ws.on('CB:ib,,offline', () => {
      messages = messages.then(() => {
        if (watcher.isCurrent()) watcher.replayed()
      })
    })
  }

  /** Binds the event of this message to `work`: it is safe once that is done. */
  secured(id: string, work: Promise<unknown>): void {
    this.#events.get(id)?.settle(work)
  }

  /** Returns whether this id came with the replay after a reconnect. */
  wasReplayed(id: string): boolean {
    return this.#replayed.has(id)
  }

  #remember(id: string): void {
    this.#replayed.add(id)
    if (this.#replayed.size > REPLAYED) this.#replayed.delete(this.#replayed.values().next().value!)
  }

  async #handle(
    source: Source,
    kind: StanzaWork['kind'],
    id: string,
    node: BinaryNode,
    handlers: ReturnType<EventEmitter['listeners']>,
  ): Promise<void> {
    const { connectionId, log, pending } = this.#parts
    const eventStored = createDeferred(this.#failed)
    // A retry request is answered by a message, whose queries must not wait for the request's own
    // acknowledgement.
    const safeToSend = kind === 'message' || node.attrs.type === 'retry' ? undefined : eventStored
    const work: StanzaWork = { kind, id, eventStored, safeToSend, decrypting: false }
    if (kind === 'message') this.#events.set(id, eventStored)
    try {
      await stanzaWork.run(work, () => Promise.all(handlers.map(handler => handler(node))))
    } catch (error) {
      log.warn({ connectionId, error: errorName(error) }, 'a stanza was not handled')
    }
    if (this.#events.get(id) === eventStored) this.#events.delete(id)
    // By now Baileys has emitted all there was to emit.
    const stranded = kind === 'message' && work.safeToSend === eventStored && !eventStored.bound()
    if (!stranded) this.#unhanded.delete(id)
    if (!stranded || !this.#comesAgain(source, id)) eventStored.settle(pending.safe())
  }

  /**
   * Handles a message that was decrypted but never emitted by Baileys: its receipt could not be
   * written, mostly because the socket was closing. If it stays unsettled, its ratchet step is
   * forgotten with the socket, and WhatsApp's next delivery is readable.
   * @returns false when this happened repeatedly on an open socket, and holding on would stop the
   * connection for good
   */
  #comesAgain({ live, watcher }: Source, id: string): boolean {
    if (!watcher.isCurrent() || !live.isSound()) return true
    const { connectionId, log, failures } = this.#parts
    const tries = (this.#unhanded.get(id) ?? 0) + 1
    if (tries >= UNHANDED_TRIES) {
      this.#unhanded.delete(id)
      log.error({ connectionId, tries }, 'a message that Baileys cannot handle is given up')
      return false
    }
    this.#unhanded.set(id, tries)
    failures.failed(new Error('a decrypted message was not handed over'))
    return true
  }
}
