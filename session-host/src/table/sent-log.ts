import { proto } from '@whiskeysockets/baileys'
import type { FencedItems } from './fenced-items.ts'

/**
 * Seconds that an id is kept: commands are redelivered within minutes, retry requests come within a
 * day.
 */
const KEEP_SECONDS = 24 * 60 * 60
const CONTENT_BYTES = 16_384
const REMEMBERED = 500

/** Log of a connection's sent messages: a command that arrives twice is carried out once. */
export class SentLog {
  readonly #items: Pick<FencedItems, 'get' | 'put'>
  readonly #known = new Set<string>()
  readonly #failed = new Map<string, number>()

  constructor(items: Pick<FencedItems, 'get' | 'put'>) {
    this.#items = items
  }

  /**
   * Returns whether WhatsApp has accepted this message.
   * @param lookUp also among those of an earlier host
   */
  async has(id: string, lookUp: boolean): Promise<boolean> {
    return this.#known.has(id) || (lookUp && (await this.#items.get(`sent#${id}`)) !== undefined)
  }

  /** Records that WhatsApp accepted it. The content serves a recipient who could not decrypt it. */
  async add(id: string, message: proto.IMessage | undefined): Promise<void> {
    this.#known.add(id)
    if (this.#known.size > REMEMBERED) this.#known.delete(this.#known.values().next().value!)
    const bytes = message ? Buffer.from(proto.Message.encode(message).finish()) : Buffer.alloc(0)
    const content = bytes.length <= CONTENT_BYTES ? bytes : Buffer.alloc(0)
    await this.#items.put(`sent#${id}`, content, { expiresAt: Math.floor(Date.now() / 1000) + KEEP_SECONDS })
  }

  async message(id: string): Promise<proto.IMessage | undefined> {
    // The requester chooses the id, and a sort key has a limit.
    if (!/^\w{1,128}$/.test(id)) return undefined
    const bytes = await this.#items.get(`sent#${id}`)
    return bytes?.length ? proto.Message.decode(bytes) : undefined
  }

  /** Records that it was reported as failed: copies of the command that wait behind it are void. */
  recordFailure(id: string): void {
    this.#failed.set(id, Date.now())
    if (this.#failed.size > REMEMBERED) this.#failed.delete(this.#failed.keys().next().value!)
  }

  /**
   * Returns whether it was reported as failed after this moment (epoch milliseconds). A command
   * queued later is a new attempt.
   */
  hasFailedSince(id: string, at: number): boolean {
    return (this.#failed.get(id) ?? -Infinity) >= at
  }
}
