import { AsyncLocalStorage } from 'node:async_hooks'

/** Promise that its owner settles once, with the work that must be durable first. */
export type Deferred = {
  /** Resolves when its work is safe. Never rejects: a failure ends the session instead. */
  readonly released: Promise<void>
  readonly done: () => boolean
  /** Returns whether it is bound to work already. */
  readonly bound: () => boolean
  /** Binds it to work under way; only the first call counts. */
  readonly settle: (work: Promise<unknown>) => void
}

export function createDeferred(onFailure: (error: unknown) => void): Deferred {
  let release: () => void = () => {}
  let bound = false
  let released = false
  const promise = new Promise<void>(resolve => {
    release = resolve
  })
  return {
    released: promise,
    done: () => released,
    bound: () => bound,
    settle(work) {
      if (bound) return
      bound = true
      work.then(() => {
        released = true
        release()
      }, onFailure)
    },
  }
}

/** Stanza that a piece of asynchronous work belongs to. */
export type StanzaWork = {
  kind: 'message' | 'receipt' | 'call'
  id: string
  /** Hold that is settled when the stanza's event is safe. */
  eventStored: Deferred
  /**
   * Hold after whose release the frames of this work leave. A message gets it with its decryption:
   * queries come before.
   */
  safeToSend: Deferred | undefined
  /** True inside the decryption: a key change now is the ratchet step of this message. */
  decrypting: boolean
}

/**
 * Follows a stanza through Baileys' asynchronous handling, so that a frame or a key change knows
 * its cause.
 */
export const stanzaWork = new AsyncLocalStorage<StanzaWork>()
