import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { BufferJSON, type SignalDataTypeMap } from '@whiskeysockets/baileys'

export type KeyType = keyof SignalDataTypeMap
/** Keys that are stored together: by type, by id. */
export type KeyGroup = { [type in KeyType]?: Record<string, unknown> }

/**
 * Closed sessions kept beside the open one. libsignal keeps 40, and that record is 35 kB and
 * rewritten per message.
 */
const ARCHIVED_SESSIONS = 4

/**
 * Returns the item of a key. All keys of one person (session, identity, mapping, device list,
 * token) share one, since they are used together; keys whose number grows with a group or with
 * history have their own.
 */
export function groupOf(type: Exclude<KeyType, 'pre-key'>, id: string): string {
  switch (type) {
    case 'sender-key':
      return `sender#${id}`
    case 'app-state-sync-key':
      return 'app-state'
    case 'app-state-sync-version':
      return `app-version#${id}`
    case 'sender-key-memory':
      return `memory#${id}`
    default: {
      const user = /^\d+/.exec(id)?.[0]
      return user ? `user#${user}` : `other#${type}`
    }
  }
}

/**
 * Packs a value. Base64 is most of a record, and Huffman coding recovers its overhead of a quarter:
 * the item is about as small as the keys.
 */
export const pack = (value: unknown): Buffer => deflateRawSync(JSON.stringify(value, BufferJSON.replacer))

export const unpack = <T>(bytes: Uint8Array): T =>
  JSON.parse(inflateRawSync(bytes).toString('utf8'), BufferJSON.reviver) as T

type StoredSession = { _sessions?: Record<string, { indexInfo?: { closed?: number } }> }

/** Returns a session record with its open session and the latest archived ones. */
export function trimSession<T>(record: T): T {
  const sessions = (record as StoredSession)?._sessions
  if (!sessions) return record
  const closed = Object.entries(sessions).filter(([, session]) => (session.indexInfo?.closed ?? -1) !== -1)
  if (closed.length <= ARCHIVED_SESSIONS) return record
  closed.sort(([, a], [, b]) => (b.indexInfo?.closed ?? 0) - (a.indexInfo?.closed ?? 0))
  const dropped = new Set(closed.slice(ARCHIVED_SESSIONS).map(([key]) => key))
  return { ...record, _sessions: Object.fromEntries(Object.entries(sessions).filter(([key]) => !dropped.has(key))) }
}

/** Number of pre-keys per block. */
export const BLOCK = 100
const SLOT = 65

/**
 * Block of a hundred pre-keys in one buffer (mark, private, public): 812 of them as objects would
 * be most of a session's memory.
 */
export type PreKeyBlock = Buffer

export const newPreKeyBlock = (): PreKeyBlock => Buffer.alloc(BLOCK * SLOT)

export function readPreKey(block: PreKeyBlock, id: number): { public: Buffer; private: Buffer } | undefined {
  const at = (id % BLOCK) * SLOT
  if (!block[at]) return undefined
  // The keys are copied: libsignal keeps what it gets, and a view would keep the whole block alive.
  return {
    private: Buffer.from(block.subarray(at + 1, at + 33)),
    public: Buffer.from(block.subarray(at + 33, at + 65)),
  }
}

export function writePreKey(
  block: PreKeyBlock,
  id: number,
  pair: { public: Uint8Array; private: Uint8Array } | null,
): void {
  const at = (id % BLOCK) * SLOT
  block.fill(0, at, at + SLOT)
  if (!pair) return
  block[at] = 1
  block.set(pair.private, at + 1)
  block.set(pair.public, at + 33)
}

/** Cuts a value into parts that fit an item. */
export function chunk(bytes: Buffer, size: number): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) parts.push(bytes.subarray(at, at + size))
  return parts.length ? parts : [bytes]
}
