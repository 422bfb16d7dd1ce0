import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { proto, type WAMessage, type WAMessageKey } from '@whiskeysockets/baileys'
import type { FencedItems } from './fenced-items.ts'
import { pack, unpack } from './key-packing.ts'

/** What a host had received but could not hand on at once: a medium to fetch, or an event that must come after one. */
export type JournalEntry =
  | {
      type: 'message'
      message: WAMessage
      receivedAt: number
      replayed: boolean
      /** How often its medium was tried, the try that ended the process included. */
      attempts: number
    }
  | { type: 'event'; event: InboundEvent; group: string; identity: string; after: string }

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
  | Extract<JournalEntry, { type: 'event' }>

export type Journal = {
  add: (name: string, entry: JournalEntry) => Promise<void>
  remove: (name: string) => Promise<void>
  /** What an earlier host left behind. */
  read: () => Promise<{ name: string; entry: JournalEntry }[]>
}

const PREFIX = 'journal#'

/** Rows beside the keys of the connection; they live for seconds. */
export function createJournal(items: FencedItems): Journal {
  return {
    add: (name, entry) => items.put(PREFIX + name, pack(entry.type === 'message' ? freeze(entry) : entry)),
    remove: name => items.remove(PREFIX + name),
    async read() {
      const rows = await items.list(PREFIX)
      return rows.map(row => ({ name: row.name.slice(PREFIX.length), entry: thaw(unpack<Stored>(row.value)) }))
    },
  }
}

function freeze({ message, receivedAt, replayed, attempts }: Extract<JournalEntry, { type: 'message' }>): Stored {
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

function thaw(stored: Stored): JournalEntry {
  if (stored.type === 'event') return stored
  const message: WAMessage = {
    key: stored.key,
    message: proto.Message.decode(stored.body),
    messageTimestamp: stored.at,
    pushName: stored.pushName ?? null,
  }
  const { receivedAt, replayed, attempts = 0 } = stored
  return { type: 'message', message, receivedAt, replayed, attempts }
}
