import type { BinaryNode } from '@whiskeysockets/baileys'

export type IntakeLimit = { stanzas: number; bytes: number }

/** Limit of one connection. Half of what `Arrivals` keeps, so that the order of all is known. */
export const CONNECTION_LIMIT: IntakeLimit = { stanzas: 500, bytes: 8 * 1024 * 1024 }
/** Limit of all connections of a host together. */
export const HOST_LIMIT: IntakeLimit = { stanzas: 2000, bytes: 32 * 1024 * 1024 }
/** Stanzas that a connection may hold whatever the others hold. */
const SHARE = 50
/** Estimated bytes of a node beside its content. */
const NODE_BYTES = 300

/** Counts the stanzas that were taken from WhatsApp and whose events are not safe yet. */
export class Intake {
  readonly #limit: IntakeLimit
  readonly #host: Intake | undefined
  #stanzas = 0
  #bytes = 0
  #waiting: (() => void)[] = []

  /** @param host intake of all connections together; undefined for the host's own */
  constructor(limit: IntakeLimit, host?: Intake) {
    this.#limit = limit
    this.#host = host
  }

  /** Returns whether no further stanza is to be taken. */
  isFull(): boolean {
    return this.#isOver() || (this.#stanzas >= SHARE && this.#host !== undefined && this.#host.#isOver())
  }

  /** Counts a stanza. @returns a function to call when it is done; a second call does nothing */
  take(bytes: number): () => void {
    this.#count(1, bytes)
    let done = false
    return () => {
      if (done) return
      done = true
      this.#count(-1, -bytes)
    }
  }

  /** Resolves when all stanzas are done. */
  async drained(): Promise<void> {
    if (this.#stanzas > 0) await new Promise<void>(resolve => this.#waiting.push(resolve))
  }

  now(): IntakeLimit {
    return { stanzas: this.#stanzas, bytes: this.#bytes }
  }

  #isOver(): boolean {
    return this.#stanzas >= this.#limit.stanzas || this.#bytes >= this.#limit.bytes
  }

  #count(stanzas: number, bytes: number): void {
    this.#stanzas += stanzas
    this.#bytes += bytes
    if (this.#host) this.#host.#count(stanzas, bytes)
    if (this.#stanzas > 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}

/** Returns about how much memory a stanza takes, in bytes. */
export function bytesOf({ content }: BinaryNode): number {
  if (Array.isArray(content)) return content.reduce((sum, node) => sum + bytesOf(node), NODE_BYTES)
  return NODE_BYTES + (content?.length ?? 0)
}
