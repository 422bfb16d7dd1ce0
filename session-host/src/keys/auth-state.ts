import {
  type AuthenticationCreds,
  initAuthCreds,
  type SignalDataSet,
  type SignalKeyStore,
} from '@whiskeysockets/baileys'
import { errorName, type Log } from '../log.ts'
import { type Deferred, stanzaWork } from '../socket/stanza-work.ts'
import { FencedError, type FencedItems } from '../table/fenced-items.ts'
import { pack, unpack } from './key-packing.ts'
import { createLoadedKeys } from './loaded-keys.ts'

/**
 * Time in milliseconds that a change may wait if losing it costs nothing: WhatsApp knows it too.
 */
const LAZY_MS = 30_000
const RETRY_MS = [100, 300, 1000, 2000]

export type AuthState = {
  /** Credentials, changed in place by Baileys; call `credsChanged` afterwards. */
  creds: AuthenticationCreds
  keys: SignalKeyStore
  /** Returns whether a phone has been linked. */
  paired: () => boolean
  credsChanged: () => void
  /**
   * Returns a number that rises with every change that must be stored before any dependent frame
   * leaves the host.
   */
  version: () => number
  /**
   * Resolves when every change up to `version` is stored. Never rejects: a failure goes to
   * `onFailure`.
   */
  stored: (version: number) => Promise<void>
  /**
   * Ends the state together with its socket; resolves when nothing more of it will be written.
   * Remaining changes are stored, lazy ones too, unless a received message is not safe yet: then
   * its ratchet step must be forgotten with it.
   */
  end: () => Promise<void>
}

/**
 * Opens the credentials and Signal keys of one connection for the life of one socket: memory is
 * authoritative, the table follows. A change is stored before any dependent frame leaves (see
 * write-gate.ts), so a ratchet step that WhatsApp saw is never forgotten and a key never used
 * twice. A received message's own ratchet step is stored only after the message is on the queue:
 * after a crash in between, WhatsApp delivers it again and it can still be decrypted.
 * @param options.onFailure called when the table cannot be reached, or another host owns the
 * connection: the session must end
 */
export async function openAuthState(options: {
  items: FencedItems
  log: Log
  onFailure: (error: unknown) => void
}): Promise<AuthState> {
  const { items, log } = options
  const storedCreds = await items.get('creds')
  // Writing them back under this lease stops an earlier owner from storing credentials.
  if (storedCreds) await items.put('creds', storedCreds)
  const creds: AuthenticationCreds = storedCreds ? unpack(storedCreds) : initAuthCreds()
  let credsDirty = false

  const pending = new Set<Deferred>()
  let version = 0
  let storedVersion = 0
  let storing: Promise<void> | undefined
  let failed = false
  /** Set at the end: first no more changes, then no more writes. */
  let frozen = false
  let ended = false
  let lazyTimer: NodeJS.Timeout | undefined

  let abandon: () => void = () => {}
  const abandoned = new Promise<void>(resolve => {
    abandon = resolve
  })

  const fail = (error: unknown) => {
    if (failed || ended) return
    failed = true
    clearTimeout(lazyTimer)
    options.onFailure(error)
  }
  /** A failed read must not look like "no session": the message would be refused and lost. */
  const read = async (name: string) => {
    try {
      return await items.get(name)
    } catch (error) {
      fail(error)
      throw error
    }
  }
  const loaded = createLoadedKeys(read)

  function changed(): void {
    version++
    const work = stanzaWork.getStore()
    if (!work?.decrypting) return
    work.safeToSend = work.eventStored
    waitFor(work.eventStored)
  }

  function waitFor(deferred: Deferred): void {
    if (deferred.done() || pending.has(deferred)) return
    pending.add(deferred)
    void deferred.released.then(() => pending.delete(deferred))
  }

  function later(): void {
    lazyTimer ??= setTimeout(() => {
      lazyTimer = undefined
      void store(true)
    }, LAZY_MS).unref()
  }

  /** Stores in rounds, one at a time; a round takes everything changed before it began. */
  function store(all: boolean): Promise<void> {
    const next = (storing ?? Promise.resolve()).then(() => round(all))
    storing = next
    return next
  }

  /** Stores one round. It never rejects: the later rounds would reject too. */
  async function round(all: boolean): Promise<void> {
    try {
      await storeChanges(all)
    } catch (error) {
      fail(error)
    }
  }

  async function storeChanges(all: boolean): Promise<void> {
    if (failed || ended) return
    const upTo = version
    const waiting = [...pending]
    const writes: [name: string, value: Buffer][] = []
    writes.push(...loaded.takeDirty(all))
    if (credsDirty) {
      writes.push(['creds', pack(creds)])
      credsDirty = false
    }
    if (waiting.length) await Promise.race([Promise.all(waiting.map(deferred => deferred.released)), abandoned])
    if (ended) return
    await Promise.all(writes.map(([name, value]) => writeOne(name, value)))
    storedVersion = Math.max(storedVersion, upTo)
  }

  async function writeOne(name: string, value: Buffer): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await items.put(name, value)
      } catch (error) {
        if (error instanceof FencedError || attempt >= RETRY_MS.length) throw error
        log.warn({ error: errorName(error), attempt }, 'keys are not stored yet')
        await new Promise(resolve => setTimeout(resolve, RETRY_MS[attempt]))
      }
    }
  }

  const keys: SignalKeyStore = {
    get: loaded.get,

    async set(data: SignalDataSet) {
      const change = await loaded.prepare(data)
      // The socket is gone, and with it the event of the message for which this key was used.
      if (frozen) throw new Error('the session has ended')
      // The change is made in one turn of the event loop, so that related keys are stored together.
      if (change()) changed()
      else later()
    },
  }

  return {
    creds,
    keys,
    paired: () => creds.me?.id !== undefined && creds.account !== undefined,
    credsChanged() {
      credsDirty = true
      changed()
    },
    version: () => version,
    async stored(wanted) {
      while (storedVersion < wanted && !failed && !ended) await store(false)
      // A failure has ended the session; callers that wait here must not continue.
      if (failed || ended) await new Promise(() => {})
    },
    async end() {
      frozen = true
      clearTimeout(lazyTimer)
      lazyTimer = undefined
      if (!pending.size && !failed) await store(true)
      ended = true
      abandon()
      await storing
    },
  }
}
