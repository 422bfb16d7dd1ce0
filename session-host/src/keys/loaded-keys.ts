import { BufferJSON, proto, type SignalDataSet, type SignalDataTypeMap } from '@whiskeysockets/baileys'
import {
  BLOCK,
  groupOf,
  type KeyGroup,
  type KeyType,
  newPreKeyBlock,
  type PreKeyBlock,
  pack,
  readPreKey,
  trimSession,
  unpack,
  writePreKey,
} from './key-packing.ts'

/**
 * Maximum groups in memory per connection; unchanged ones beyond it are dropped, least recently
 * used first.
 */
const LOADED_GROUPS = 300
const LAZY: ReadonlySet<KeyType> = new Set([
  'lid-mapping',
  'device-list',
  'tctoken',
  'sender-key-memory',
  'app-state-sync-version',
])

type Loaded<T> = { value: T; dirty: boolean; lazy: boolean }

export type LoadedKeys = {
  /** Returns keys as Baileys asks for them; keys that are not in memory are read. */
  get: <T extends KeyType>(type: T, ids: string[]) => Promise<Record<string, SignalDataTypeMap[T]>>
  /**
   * Reads the groups that a change touches.
   * @returns a function that makes the change, in one turn of the event loop, and returns whether a
   * frame may depend on it
   */
  prepare: (data: SignalDataSet) => Promise<() => boolean>
  /**
   * Returns the rows that have changed since the last call, in the order in which they must be
   * stored.
   * @param all lazy ones too
   */
  takeDirty: (all: boolean) => [name: string, value: Buffer][]
}

/**
 * Creates the Signal keys of a connection in memory: people and groups packed in rows, one-time
 * keys in blocks.
 */
export function createLoadedKeys(read: (name: string) => Promise<Buffer | undefined>): LoadedKeys {
  const groups = new Map<string, Loaded<KeyGroup>>()
  const loadingGroups = new Map<string, Promise<Loaded<KeyGroup>>>()
  const blocks = new Map<number, Loaded<PreKeyBlock>>()
  const loadingBlocks = new Map<number, Promise<Loaded<PreKeyBlock>>>()

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
        // A missing group is cached as an empty one: it is requested at every send.
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

  /**
   * Sets a key.
   * @returns whether a frame may depend on it
   */
  function setKey(group: Loaded<KeyGroup>, type: KeyType, id: string, value: unknown): boolean {
    const known = group.value[type]?.[id]
    if ((type === 'lid-mapping' || type === 'device-list') && JSON.stringify(known) === JSON.stringify(value)) {
      return false
    }
    const entries = group.value[type] ?? {}
    if (value === null || value === undefined) delete entries[id]
    else entries[id] = type === 'session' ? trimSession(value) : copy(type, value)
    group.value[type] = entries
    if (LAZY.has(type)) group.lazy = true
    else group.dirty = true
    return !LAZY.has(type)
  }

  return {
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

    async prepare(data) {
      const changes: (() => boolean)[] = []
      for (const [type, entries] of Object.entries(data) as [KeyType, Record<string, unknown>][]) {
        for (const [id, value] of Object.entries(entries ?? {})) {
          if (type === 'pre-key') {
            const block = await loadBlock(Math.floor(Number(id) / BLOCK))
            changes.push(() => {
              writePreKey(block.value, Number(id), value as SignalDataTypeMap['pre-key'] | null)
              // WhatsApp gives a one-time key out once, so a used one that stays is harmless.
              if (value === null) block.lazy = true
              else block.dirty = true
              return value !== null
            })
            continue
          }
          const name = groupOf(type, id)
          const group = await loadGroup(name)
          changes.push(() => {
            // The group may have been dropped from memory meanwhile.
            groups.set(name, group)
            return setKey(group, type, id, value)
          })
        }
      }
      return () => changes.map(change => change()).some(Boolean)
    },

    takeDirty(all) {
      const writes: [name: string, value: Buffer][] = []
      // Sessions come before the pre-keys they used up, and both before the credentials that count
      // them.
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
      return writes
    },
  }
}

const revive = (type: KeyType, value: unknown): unknown => {
  if (type === 'app-state-sync-key') return proto.Message.AppStateSyncKeyData.fromObject(value as object)
  // Baileys adds devices to the list it was given.
  return type === 'device-list' ? [...(value as string[])] : value
}

/** Copies a value that Baileys still changes after it passed it on. */
const copy = (type: KeyType, value: unknown): unknown => {
  if (type === 'sender-key-memory') return { ...(value as object) }
  if (type === 'app-state-sync-version')
    return JSON.parse(JSON.stringify(value, BufferJSON.replacer), BufferJSON.reviver)
  return value
}
