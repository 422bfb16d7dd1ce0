import type { EventEmitter } from 'node:events'
import type { BinaryNode } from '@whiskeysockets/baileys'
import type { Arrivals } from '../inbound/arrivals.ts'
import type { PendingWork } from '../inbound/pending-work.ts'
import { errorName, type Log } from '../log.ts'
import type { Failures } from '../session/failures.ts'
import { bytesOf, type Intake } from './intake.ts'
import type { SocketWatcher } from './socket-watcher.ts'
import { createDeferred, type Deferred, type StanzaWork, stanzaWork } from './stanza-work.ts'

const UNHANDED_TRIES = 3
/**
 * Longest time (ms) a receipt waits for the messages before it: one of them may hang until a query
 * of it ends, and the receipts of a large group would fill the intake meanwhile.
 */
const RECEIPT_WAIT_MS = 30_000
/** Maximum number of ids kept of messages that came with a replay. */
const REPLAYED = 5000

const patience = (): Promise<void> => new Promise(resolve => setTimeout(resolve, RECEIPT_WAIT_MS).unref())

/** Part of a `LiveSocket` that its stanzas need. */
export type StanzaSocket = {
  /** Baileys' socket: it listens for `CB:` events, with its listeners in place. */
  socket: { ws: Pick<EventEmitter, 'on' | 'listeners' | 'removeAllListeners'> }
  /** Returns whether it is open, and nobody has begun to close it. */
  isSound: () => boolean
}

/** Stanzas of one socket. */
type Source = {
  live: StanzaSocket
  watcher: Pick<SocketWatcher, 'isCurrent' | 'replayed' | 'leaving' | 'reopen'>
  /** True once a stanza was left to WhatsApp: so is everything behind it. */
  leaves: boolean
  /** Ends the count of each stanza that waits for its handling, or is being handled. */
  held: Set<() => void>
}

export type StanzasParts = {
  connectionId: string
  log: Log
  failures: Pick<Failures, 'failed' | 'thrown' | 'catchRejections'>
  pending: Pick<PendingWork, 'safe'>
  arrivals: Pick<Arrivals, 'came' | 'begins'>
  intake: Intake
}

/**
 * Holds stanzas until their event is safe: their acknowledgement leaves after that (see
 * write-gate.ts), or never, and then WhatsApp delivers the stanza again. When too many are held,
 * all further ones of the socket are left to WhatsApp until these are done (decision 0073).
 */
export class Stanzas {
  readonly #parts: StanzasParts
  readonly #replayed = new Set<string>()
  readonly #events = new Map<string, Deferred>()
  /**
   * Messages that were decrypted but that Baileys did not emit on an open socket, with how often.
   */
  readonly #unhanded = new Map<string, number>()
  #source: Source | undefined

  /**
   * Written here and not where a stanza is handled: a function of that place keeps the stanza, and
   * Baileys' timers keep the context of what they were set in for minutes. Each stanza holds
   * the block of memory in which it came.
   */
  readonly #onFailure =
    (release: () => void) =>
    (error: unknown): void => {
      release()
      this.#parts.failures.failed(error)
    }

  constructor(parts: StanzasParts) {
    this.#parts = parts
  }

  /**
   * Gives every stanza its own context, one message after the other, so that frames and key changes
   * know their cause. A receipt waits for the messages before it, and none waits for a receipt.
   */
  follow(live: StanzaSocket, watcher: Source['watcher']): void {
    const source: Source = { live, watcher, leaves: false, held: new Set() }
    this.#source = source
    const { arrivals, failures, intake } = this.#parts
    const { ws } = live.socket
    let messages: Promise<unknown> = Promise.resolve()
    let underWay = 0
    for (const kind of ['message', 'receipt', 'call'] as const) {
      const handlers = ws.listeners(`CB:${kind}`)
      ws.removeAllListeners(`CB:${kind}`)
      const take = (node: BinaryNode) => {
        if (source.leaves || intake.isFull()) return this.#leave(source)
        const release = intake.take(bytesOf(node))
        source.held.add(release)
        const id = node.attrs.id ?? ''
        if (kind === 'message') arrivals.came(id)
        // Baileys would queue replayed stanzas outside this context; the order is kept here
        // instead.
        if (node.attrs.offline !== undefined && kind !== 'call') {
          delete node.attrs.offline
          if (kind === 'message') this.#remember(id)
        }
        const run = () => {
          if (kind === 'message') arrivals.begins(id)
          return watcher.isCurrent() ? this.#handle(source, kind, id, node, handlers, release) : release()
        }
        // A failed one must not stop those behind it.
        if (kind === 'message') {
          underWay += 1
          messages = messages
            .then(run)
            .catch(error => failures.thrown(error))
            .finally(() => {
              underWay -= 1
            })
          return
        }
        // A receipt may be about one of the messages before it, but a retry asks for one that we sent.
        const waits = kind === 'receipt' && node.attrs.type !== 'retry' && underWay > 0
        return waits ? Promise.race([messages, patience()]).then(run) : run()
      }
      ws.on(`CB:${kind}`, failures.catchRejections(take))
    }
    ws.on('CB:ib,,offline', () => {
      messages = messages.then(() => {
        if (watcher.isCurrent() && !source.leaves) watcher.replayed()
      })
    })
  }

  /** Binds the event of this message to `work`: it is safe once that is done. */
  secured(id: string, work: Promise<unknown>): void {
    this.#events.get(id)?.settle(work)
  }

  /**
   * Ends the count of what an ended socket brought and nobody will
   * handle, whatever Baileys waits for.
   */
  ended(): void {
    for (const release of this.#source?.held ?? []) release()
    this.#source = undefined
  }

  /** Returns whether this id came with the replay after a reconnect. */
  wasReplayed(id: string): boolean {
    return this.#replayed.has(id)
  }

  #remember(id: string): void {
    this.#replayed.add(id)
    if (this.#replayed.size > REPLAYED) this.#replayed.delete(this.#replayed.values().next().value!)
  }

  /** Leaves a stanza to WhatsApp, which delivers it again once the connection was opened again. */
  async #leave(source: Source): Promise<void> {
    if (source.leaves) return
    source.leaves = true
    const { connectionId, log, intake } = this.#parts
    log.warn({ connectionId, ...intake.now() }, 'too much waits: the rest is left to WhatsApp until it is done')
    source.watcher.leaving()
    await intake.drained()
    if (source.watcher.isCurrent()) await source.watcher.reopen()
  }

  async #handle(
    source: Source,
    kind: StanzaWork['kind'],
    id: string,
    node: BinaryNode,
    handlers: ReturnType<EventEmitter['listeners']>,
    release: () => void,
  ): Promise<void> {
    const { connectionId, log, pending } = this.#parts
    const eventStored = createDeferred(this.#onFailure(release))
    void eventStored.released.then(release)
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
    source.held.delete(release)
    if (this.#events.get(id) === eventStored) this.#events.delete(id)
    // By now Baileys has emitted all there was to emit.
    const stranded = kind === 'message' && work.safeToSend === eventStored && !eventStored.bound()
    if (!stranded) this.#unhanded.delete(id)
    if (!stranded || !this.#comesAgain(source, id)) eventStored.settle(pending.safe())
    else release()
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
