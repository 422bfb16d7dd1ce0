import type { EventEmitter } from 'node:events'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { errorName, type Log } from '../log.ts'
import type { CatchRejections } from '../session/catch-rejections.ts'
import { createDeferred, type Deferred, type StanzaWork, stanzaWork } from './stanza-work.ts'

const UNHANDED_TRIES = 3
/** Maximum number of ids kept of messages that came with a replay. */
const REPLAYED = 5000

/** Socket data that its stanzas need. */
export type StanzaSource = {
  /** Emitter on which Baileys listens for `CB:` events, with its listeners in place. */
  ws: Pick<EventEmitter, 'on' | 'listeners' | 'removeAllListeners'>
  /** Returns whether it is still the connection's socket. */
  isCurrent: () => boolean
  /** Returns whether it is open, and nobody has begun to close it. */
  isSound: () => boolean
  /** Called when WhatsApp has delivered all kept messages. */
  replayOver: () => void
}

export type Stanzas = {
  /**
   * Gives every stanza its own context, one message after the other, so that frames and key changes
   * know their cause.
   */
  follow: (source: StanzaSource) => void
  /** Binds the event of this message to `work`: it is safe once that is done. */
  secured: (id: string, work: Promise<unknown>) => void
  /** Returns whether this id came with the replay after a reconnect. */
  wasReplayed: (id: string) => boolean
}

/**
 * Creates the register of stanzas that are held until their event is safe: their acknowledgement
 * leaves after that (see write-gate.ts), or never, and then WhatsApp delivers the stanza again.
 * @param options.guard wraps functions that emitters call
 * @param options.safe resolves when all events taken so far are safe
 * @param options.failed the connection must begin again, so that unsafe messages come again
 */
export function createStanzas(options: {
  connectionId: string
  log: Log
  catchRejections: CatchRejections
  thrown: (error: unknown) => void
  safe: () => Promise<unknown>
  failed: (error: unknown) => void
  /** Called for each message as it comes. */
  came: (id: string) => void
}): Stanzas {
  const { connectionId, log, failed } = options
  const replayed = new Set<string>()
  const events = new Map<string, Deferred>()
  /**
   * Messages that were decrypted but that Baileys did not emit on an open socket, with how often.
   */
  const unhanded = new Map<string, number>()

  function remember(id: string): void {
    replayed.add(id)
    if (replayed.size > REPLAYED) replayed.delete(replayed.values().next().value!)
  }

  async function handle(
    source: StanzaSource,
    kind: StanzaWork['kind'],
    id: string,
    node: BinaryNode,
    handlers: ReturnType<EventEmitter['listeners']>,
  ): Promise<void> {
    const eventStored = createDeferred(failed)
    // A retry request is answered by a message, whose queries must not wait for the request's own
    // acknowledgement.
    const safeToSend = kind === 'message' || node.attrs.type === 'retry' ? undefined : eventStored
    const work: StanzaWork = { kind, id, eventStored, safeToSend, decrypting: false }
    if (kind === 'message') events.set(id, eventStored)
    try {
      await stanzaWork.run(work, () => Promise.all(handlers.map(handler => handler(node))))
    } catch (error) {
      log.warn({ connectionId, error: errorName(error) }, 'a stanza was not handled')
    }
    if (events.get(id) === eventStored) events.delete(id)
    // By now Baileys has emitted all there was to emit.
    const stranded = kind === 'message' && work.safeToSend === eventStored && !eventStored.bound()
    if (!stranded) unhanded.delete(id)
    if (!stranded || !comesAgain(source, id)) eventStored.settle(options.safe())
  }

  /**
   * Handles a message that was decrypted but never emitted by Baileys: its receipt could not be
   * written, mostly because the socket was closing. If it stays unsettled, its ratchet step is
   * forgotten with the socket, and WhatsApp's next delivery is readable.
   * @returns false when this happened repeatedly on an open socket, and holding on would stop the
   * connection for good
   */
  function comesAgain(source: StanzaSource, id: string): boolean {
    if (!source.isCurrent() || !source.isSound()) return true
    const tries = (unhanded.get(id) ?? 0) + 1
    if (tries >= UNHANDED_TRIES) {
      unhanded.delete(id)
      log.error({ connectionId, tries }, 'a message that Baileys cannot handle is given up')
      return false
    }
    unhanded.set(id, tries)
    failed(new Error('a decrypted message was not handed over'))
    return true
  }

  return {
    follow(source) {
      const { ws } = source
      let messages: Promise<unknown> = Promise.resolve()
      for (const kind of ['message', 'receipt', 'call'] as const) {
        const handlers = ws.listeners(`CB:${kind}`)
        ws.removeAllListeners(`CB:${kind}`)
        const take = (node: BinaryNode) => {
          const id = node.attrs.id ?? ''
          if (kind === 'message') options.came(id)
          // Baileys would queue replayed stanzas outside this context; the order is kept here
          // instead.
          if (node.attrs.offline !== undefined && kind !== 'call') {
            delete node.attrs.offline
            if (kind === 'message') remember(id)
          }
          const run = () => (source.isCurrent() ? handle(source, kind, id, node, handlers) : undefined)
          // A failed one must not stop those behind it.
          if (kind === 'message') messages = messages.then(run).catch(options.thrown)
          else return run()
        }
        ws.on(`CB:${kind}`, options.catchRejections(take))
      }
      ws.on('CB:ib,,offline', () => {
        messages = messages.then(() => {
          if (source.isCurrent()) source.replayOver()
        })
      })
    },
    secured: (id, work) => events.get(id)?.settle(work),
    wasReplayed: id => replayed.has(id),
  }
}
