import { createHash } from 'node:crypto'
import { InboundEvent } from '@balcao/shared/events/queues.ts'
import { proto, type WAMessage, type WAMessageKey } from '@whiskeysockets/baileys'
import { pack, unpack } from '../keys/key-packing.ts'
import type { FencedItems } from './fenced-items.ts'

/** Message whose media must be downloaded, or whose group must be asked for its subject. */
export type MessageEntry = {
  type: 'message'
  message: WAMessage
  receivedAt: number
  replayed: boolean
  /** Attempts at its media, including the one during which the process ended. */
  attempts: number
}

/** Event that must follow a message. */
export type EventEntry = { type: 'event'; event: InboundEvent; group: string; identity: string; after: string }

export type JournalEntry = MessageEntry | EventEntry

type Stored =
  | {
      type: 'message'
      key: WAMessageKey
      body: Uint8Array
      at: number
      pushName?: string | null
      receivedAt: number
      replayed: boolean
      attempts?: number
    }
  | EventEntry

const PREFIX = 'journal#'
const ASIDE = 'aside#'
const ASIDE_SECONDS = 14 * 24 * 60 * 60

/**
 * Journal of a connection: rows beside its keys, which live for seconds. It keeps what another host
 * must finish if this one dies.
 */
export class Journal {
  readonly #items: FencedItems

  constructor(items: FencedItems) {
    this.#items = items
  }

  add(name: string, entry: JournalEntry): Promise<void> {
    return this.#items.put(PREFIX + keyOf(name), pack(frozen(entry)))
  }

  remove(name: string): Promise<void> {
    return this.#items.remove(PREFIX + keyOf(name))
  }

  /**
   * Sets aside an entry that can never be sent, for a person to look at, for two weeks like a dead
   * letter.
   */
  setAside(name: string, entry: JournalEntry): Promise<void> {
    return this.#moveAside(name, pack(frozen(entry)))
  }

  /**
   * Reads the entries that an earlier host left. Unreadable ones are set aside without affecting
   * the others.
   * @returns `unreadable`: how many were set aside
   */
  async read(): Promise<{ entries: { name: string; entry: JournalEntry }[]; unreadable: number }> {
    await this.#items.sweep()
    const entries: { name: string; entry: JournalEntry }[] = []
    let unreadable = 0
    for (const { name: key, value, broken } of await this.#items.list(PREFIX)) {
      const name = key.slice(PREFIX.length)
      const entry = broken ? undefined : thawed(value)
      if (entry) {
        entries.push({ name, entry })
        continue
      }
      unreadable++
      await this.#moveAside(name, value)
    }
    return { entries, unreadable }
  }

  async #moveAside(name: string, value: Buffer): Promise<void> {
    const expiresAt = Math.floor(Date.now() / 1000) + ASIDE_SECONDS
    await this.#items.put(ASIDE + keyOf(name), value, { expiresAt })
    await this.#items.remove(PREFIX + keyOf(name))
  }
}

/**
 * Returns a name as part of a sort key (at most 1 KB): it contains the id of a message, which its
 * sender chose.
 */
const keyOf = (name: string): string =>
  /^[\x21-\x7e]{1,300}$/.test(name) ? name : `hashed#${createHash('sha256').update(name).digest('hex')}`

function frozen(entry: JournalEntry): Stored {
  if (entry.type === 'event') return entry
  const { message, receivedAt, replayed, attempts } = entry
  return {
    type: 'message',
    key: message.key,
    body: proto.Message.encode(message.message ?? {}).finish(),
    at: Number(message.messageTimestamp ?? 0),
    pushName: message.pushName ?? null,
    receivedAt,
    replayed,
    attempts,
  }
}

/** Returns the entry, or undefined if these bytes are none. */
function thawed(value: Buffer): JournalEntry | undefined {
  try {
    const stored = unpack<Stored>(value)
    if (stored.type === 'event') return InboundEvent.safeParse(stored.event).success ? stored : undefined
    if (stored.type !== 'message' || !stored.key.id || !stored.key.remoteJid) return undefined
    const message: WAMessage = {
      key: stored.key,
      message: proto.Message.decode(stored.body),
      messageTimestamp: stored.at,
      pushName: stored.pushName ?? null,
    }
    const { receivedAt, replayed, attempts = 0 } = stored
    return { type: 'message', message, receivedAt, replayed, attempts }
  } catch {
    return undefined
  }
}
