import { randomBytes } from 'node:crypto'
import type { FencedItems } from './fenced-items.ts'

/** Seconds that the secret of a poll is kept: people vote for weeks. */
const KEEP_SECONDS = 366 * 24 * 60 * 60
const SECRET_BYTES = 32

/** Secret of a poll, with the JIDs under which its author may have asked it. */
export type PollSecret = { secret: Buffer; creators: string[] }

/**
 * Secrets of a connection's polls, under which votes are encrypted. Nothing else of a poll is kept:
 * a vote names options by their digest.
 */
export class PollSecrets {
  readonly #items: Pick<FencedItems, 'get' | 'put'>

  constructor(items: Pick<FencedItems, 'get' | 'put'>) {
    this.#items = items
  }

  /** Keeps the secret of a poll; one that is kept already stays. */
  async keep(id: string, secret: Uint8Array, creators: readonly string[]): Promise<void> {
    if (!isId(id) || secret.length !== SECRET_BYTES || (await this.find(id))) return
    const value = Buffer.concat([secret, Buffer.from(JSON.stringify(creators))])
    await this.#items.put(nameOf(id), value, { expiresAt: Math.floor(Date.now() / 1000) + KEEP_SECONDS })
  }

  /**
   * Returns the secret of a poll of ours, made at its first sending: one that is sent again is the
   * same poll.
   */
  async ofOwn(id: string, creators: readonly string[]): Promise<Buffer> {
    const known = await this.find(id)
    if (known) return known.secret
    const secret = randomBytes(SECRET_BYTES)
    await this.keep(id, secret, creators)
    return secret
  }

  async find(id: string): Promise<PollSecret | undefined> {
    // The sender of a vote chooses the id, and a sort key has a limit.
    const value = isId(id) ? await this.#items.get(nameOf(id)) : undefined
    if (!value) return undefined
    return {
      secret: value.subarray(0, SECRET_BYTES),
      creators: JSON.parse(value.subarray(SECRET_BYTES).toString()) as string[],
    }
  }
}

const isId = (id: string): boolean => /^[\w.-]{1,128}$/.test(id)
const nameOf = (id: string): string => `poll#${id}`
