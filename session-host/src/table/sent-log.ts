import { proto } from '@whiskeysockets/baileys'
import type { FencedItems } from './fenced-items.ts'

/**
 * Seconds that an id is kept: commands are redelivered within minutes, retry requests come within a
 * day.
 */
const KEEP_SECONDS = 24 * 60 * 60
const CONTENT_BYTES = 16_384
const REMEMBERED = 500

export type SentLog = {
  /**
   * Returns whether WhatsApp has accepted this message.
   * @param lookUp also among those of an earlier host
   */
  has: (id: string, lookUp: boolean) => Promise<boolean>
  /** Records that WhatsApp accepted it. The content serves a recipient who could not decrypt it. */
  add: (id: string, message: proto.IMessage | undefined) => Promise<void>
  message: (id: string) => Promise<proto.IMessage | undefined>
  /** Records that it was reported as failed: copies of the command that wait behind it are void. */
  recordFailure: (id: string) => void
  /**
   * Returns whether it was reported as failed after this moment (epoch milliseconds). A command
   * queued later is a new attempt.
   */
  hasFailedSince: (id: string, at: number) => boolean
}

/**
 * Creates the log of a connection's sent messages: a command that arrives twice is carried out
 * once.
 */
export function createSentLog(items: FencedItems): SentLog {
  const known = new Set<string>()
  const failed = new Map<string, number>()
  return {
    recordFailure(id) {
      failed.set(id, Date.now())
      if (failed.size > REMEMBERED) failed.delete(failed.keys().next().value!)
    },
    hasFailedSince: (id, at) => (failed.get(id) ?? -Infinity) >= at,
    async has(id, lookUp) {
      return known.has(id) || (lookUp && (await items.get(`sent#${id}`)) !== undefined)
    },
    async add(id, message) {
      known.add(id)
      if (known.size > REMEMBERED) known.delete(known.values().next().value!)
      const bytes = message ? Buffer.from(proto.Message.encode(message).finish()) : Buffer.alloc(0)
      const content = bytes.length <= CONTENT_BYTES ? bytes : Buffer.alloc(0)
      await items.put(`sent#${id}`, content, { expiresAt: Math.floor(Date.now() / 1000) + KEEP_SECONDS })
    },
    async message(id) {
      // The requester chooses the id, and a sort key has a limit.
      if (!/^\w{1,128}$/.test(id)) return undefined
      const bytes = await items.get(`sent#${id}`)
      return bytes?.length ? proto.Message.decode(bytes) : undefined
    },
  }
}
