import { AsyncLocalStorage } from 'node:async_hooks'

/** A promise that its owner settles once, with what must be durable first. */
export type Hold = {
  /** Resolves when what it stands for is safe. Never rejects: a failure ends the session instead. */
  readonly released: Promise<void>
  readonly done: () => boolean
  /** Whether it stands for work already. */
  readonly bound: () => boolean
  /** Binds it to work under way; only the first call counts. */
  readonly settle: (work: Promise<unknown>) => void
}

export function createHold(onFailure: (error: unknown) => void): Hold {
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

/** The stanza a piece of asynchronous work belongs to. */
export type StanzaWork = {
  kind: 'message' | 'receipt' | 'call'
  id: string
  /** Settled when the stanza's event is safe. */
  event: Hold
  /** Frames of this work leave only after its release. A message gets it with its decryption: queries come before. */
  hold: Hold | undefined
  /** Inside the decryption: a key change now is the ratchet step of this very message. */
  decrypting: boolean
}

/** Follows a stanza through Baileys' asynchronous handling, so that a frame or a key change knows its cause. */
export const stanzaWork = new AsyncLocalStorage<StanzaWork>()
