import {
  type AuthenticationCreds,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
} from '@whiskeysockets/baileys'
import { FencedError, type FencedItems } from './fenced-items.ts'
import {
  BLOCK,
  capSession,
  groupOf,
  type KeyGroup,
  type KeyType,
  newPreKeyBlock,
  type PreKeyBlock,
  pack,
  readPreKey,
  unpack,
  writePreKey,
} from './key-packing.ts'
import { errorName, type Log } from './log.ts'
import { type Hold, stanzaWork } from './stanza-work.ts'

/** Groups kept in memory per connection; clean ones beyond are dropped, oldest use first. */
const LOADED_GROUPS = 300
/** How long a change may wait that costs nothing to lose: it is known to WhatsApp too. */
const LAZY_MS = 30_000
const RETRY_MS = [100, 300, 1000, 2000]

const LAZY: ReadonlySet<KeyType> = new Set([
  'lid-mapping',
  'device-list',
  'tctoken',
  'sender-key-memory',
  'app-state-sync-version',
])

type Loaded<T> = { value: T; dirty: boolean; lazy: boolean }

export type AuthState = {
  /** Changed in place by Baileys; tell `credsChanged` afterwards. */
  creds: AuthenticationCreds
  keys: SignalKeyStore
  /** Whether a phone has been linked. */
  paired: () => boolean
  credsChanged: () => void
  /** Rises with every change that must be stored before anything that depends on it leaves the host. */
  version: () => number
  /** Resolves when every change up to `version` is stored. Never rejects: a failure goes to `onFailure`. */
  stored: (version: number) => Promise<void>
  /**
   * Ends it together with its socket; resolves when nothing of it will be written any more. What is left is stored,
   * lazy changes too, unless a received message is not safe yet: then its ratchet step must be forgotten with it.
   */
  end: () => Promise<void>
}

/**
 * The credentials and Signal keys of one connection while one socket lives: the truth is in memory, the table follows.
 *
 * A change is stored before any frame that depends on it leaves (see write-gate.ts), so a ratchet step that WhatsApp saw
 * is never forgotten and a key never used twice. A received message's own ratchet step is stored only after the message
 * is on the queue: after a crash in between, WhatsApp delivers it again and it can still be decrypted.
 * @param options.onFailure the table cannot be reached, or another host owns the connection: the session must end
 */
export async function openAuthState(options: {
  items: FencedItems
  log: Log
  onFailure: (error: unknown) => void
}): Promise<AuthState> {
  const { items, log } = options
  const storedCreds = await items.get('creds')
  // Written back under this lease at once: from here on an earlier owner can no longer store credentials.
  if (storedCreds) await items.put('creds', storedCreds)
  const creds: AuthenticationCreds = storedCreds ? unpack(storedCreds) : initAuthCreds()
  let credsDirty = false

  const groups = new Map<string, Loaded<KeyGroup>>()
  const loadingGroups = new Map<string, Promise<Loaded<KeyGroup>>>()
  const blocks = new Map<number, Loaded<PreKeyBlock>>()
  const loadingBlocks = new Map<number, Promise<Loaded<PreKeyBlock>>>()
  const holds = new Set<Hold>()
  let version = 0
  let storedVersion = 0
  let storing: Promise<void> | undefined
  let failed = false
  /** No more changes; then, no more writes. */
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

  async function loadGroup(name: string): Promise<Loaded<KeyGroup>> {
    const known = groups.get(name)
    if (known) {
      groups.delete(name)
      groups.set(name, known)
      return known
    }
    const loading =
      loadingGroups.get(name) ??
      read(`keys#${name}`).then(bytes => {
        // An absent group is remembered as an empty one: absence is asked for at every send.
        const loaded = { value: bytes ? unpack<KeyGroup>(bytes) : {}, dirty: false, lazy: false }
        groups.set(name, loaded)
        evict()
        return loaded
      })
    loadingGroups.set(name, loading)
    try {
      return await loading
    } finally {
      loadingGroups.delete(name)
    }
  }

  function evict(): void {
    if (groups.size <= LOADED_GROUPS) return
    for (const [name, group] of groups) {
      if (!group.dirty && !group.lazy) groups.delete(name)
      if (groups.size <= LOADED_GROUPS * 0.9) return
    }
  }

  async function loadBlock(number: number): Promise<Loaded<PreKeyBlock>> {
    const known = blocks.get(number)
    if (known) return known
    const loading =
      loadingBlocks.get(number) ??
      read(`prekeys#${number}`).then(bytes => {
        const loaded = { value: bytes ?? newPreKeyBlock(), dirty: false, lazy: false }
        blocks.set(number, loaded)
        return loaded
      })
    loadingBlocks.set(number, loading)
    try {
      return await loading
    } finally {
      loadingBlocks.delete(number)
    }
  }

  function changed(): void {
    version++
    const work = stanzaWork.getStore()
    if (!work?.decrypting) return
    work.hold = work.event
    holdBack(work.event)
  }

  function holdBack(hold: Hold): void {
    if (hold.done() || holds.has(hold)) return
    holds.add(hold)
    void hold.released.then(() => holds.delete(hold))
  }

  function later(): void {
    lazyTimer ??= setTimeout(() => {
      lazyTimer = undefined
      void store(true)
    }, LAZY_MS).unref()
  }

  /** One round at a time; a round takes everything changed before it began. */
  function store(all: boolean): Promise<void> {
    const next = (storing ?? Promise.resolve()).then(() => round(all))
    storing = next
    return next
  }

  /** Never rejects: the rounds behind it would, too. */
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
    const waiting = [...holds]
    const writes: [name: string, value: Buffer][] = []
    // Sessions before the pre-keys they used up, both before the credentials that count them.
    for (const [name, group] of groups) {
      if (!group.dirty && !(all && group.lazy)) continue
      writes.push([`keys#${name}`, pack(group.value)])
      group.dirty = false
      group.lazy = false
    }
    for (const [number, block] of blocks) {
      if (!block.dirty && !(all && block.lazy)) continue
      writes.push([`prekeys#${number}`, Buffer.from(block.value)])
      block.dirty = false
      block.lazy = false
    }
    if (credsDirty) {
      writes.push(['creds', pack(creds)])
      credsDirty = false
    }
    if (waiting.length) await Promise.race([Promise.all(waiting.map(hold => hold.released)), abandoned])
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
    async get<T extends KeyType>(type: T, ids: string[]) {
      const found: Record<string, unknown> = {}
      await Promise.all(
        ids.map(async id => {
          if (type === 'pre-key') {
            const block = await loadBlock(Math.floor(Number(id) / BLOCK))
            const pair = readPreKey(block.value, Number(id))
            if (pair) found[id] = pair
            return
          }
          const group = await loadGroup(groupOf(type as Exclude<T, 'pre-key'>, id))
          const value = group.value[type]?.[id]
          if (value !== undefined && value !== null) found[id] = revive(type, value)
        }),
      )
      return found as Record<string, SignalDataTypeMap[T]>
    },

    async set(data: SignalDataSet) {
      const changes: (() => boolean)[] = []
      for (const [type, entries] of Object.entries(data) as [KeyType, Record<string, unknown>][]) {
        for (const [id, value] of Object.entries(entries ?? {})) {
          if (type === 'pre-key') {
            const block = await loadBlock(Math.floor(Number(id) / BLOCK))
            changes.push(() => {
              writePreKey(block.value, Number(id), value as SignalDataTypeMap['pre-key'] | null)
              // WhatsApp hands a one-time key out once, so a used one that lingers harms nobody.
              if (value === null) block.lazy = true
              else block.dirty = true
              return value !== null
            })
            continue
          }
          const name = groupOf(type, id)
          const group = await loadGroup(name)
          changes.push(() => {
            // It may have been dropped from memory meanwhile.
            groups.set(name, group)
            return setKey(group, type, id, value)
          })
        }
      }
      // The socket is gone, and with it the event of the message that this key was used for.
      if (frozen) throw new Error('the session has ended')
      // In one turn of the event loop, so that what belongs together is stored together.
      const urgent = changes.map(change => change()).some(Boolean)
      if (urgent) changed()
      else later()
    },
  }

  /** @returns whether a frame may depend on it */
  function setKey(group: Loaded<KeyGroup>, type: KeyType, id: string, value: unknown): boolean {
    const known = group.value[type]?.[id]
    if ((type === 'lid-mapping' || type === 'device-list') && JSON.stringify(known) === JSON.stringify(value)) {
      return false
    }
    const entries = group.value[type] ?? {}
    if (value === null || value === undefined) delete entries[id]
    else entries[id] = type === 'session' ? capSession(value) : copy(type, value)
    group.value[type] = entries
    if (LAZY.has(type)) group.lazy = true
    else group.dirty = true
    return !LAZY.has(type)
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
      // A failure has ended the session; whoever waits here must not go on.
      if (failed || ended) await new Promise(() => {})
    },
    async end() {
      frozen = true
      clearTimeout(lazyTimer)
      lazyTimer = undefined
      if (!holds.size && !failed) await store(true)
      ended = true
      abandon()
      await storing
    },
  }
}

const revive = (type: KeyType, value: unknown): unknown => {
  if (type === 'app-state-sync-key') return proto.Message.AppStateSyncKeyData.fromObject(value as object)
  // Baileys adds devices to the list it was given.
  return type === 'device-list' ? [...(value as string[])] : value
}

/** What Baileys goes on changing after it handed it over. */
const copy = (type: KeyType, value: unknown): unknown => {
  if (type === 'sender-key-memory') return { ...(value as object) }
  if (type === 'app-state-sync-version')
    return JSON.parse(JSON.stringify(value, BufferJSON.replacer), BufferJSON.reviver)
  return value
}
