import type { GroupMetadata } from '@whiskeysockets/baileys'
import { errorName, type Log } from '../log.ts'
import type { CurrentSocket } from '../socket/current-socket.ts'

/**
 * Milliseconds for which a description is valid, and for which a failure to get one is remembered.
 */
const KNOWN_MS = 60 * 60 * 1000
const UNKNOWN_MS = 60 * 1000
const ANSWER_MS = 10_000
const GROUPS = 200

/** Description of a group; `metadata` is absent if WhatsApp did not return any. */
type KnownGroup = { metadata: GroupMetadata | undefined }

/**
 * Cache of a connection's groups. Members decide who can read what is sent, so a group that changed
 * during its request is not cached.
 */
export class Groups {
  readonly #current: Pick<CurrentSocket, 'live'>
  readonly #log: Log
  readonly #now: () => number
  readonly #answerMs: number
  readonly #groups = new Map<string, KnownGroup & { until: number }>()
  /**
   * Number that rises with every change; a description requested before a change may be older than
   * it.
   */
  #changes = 0

  constructor(options: {
    current: Pick<CurrentSocket, 'live'>
    log: Log
    now?: () => number
    answerMs?: number
  }) {
    this.#current = options.current
    this.#log = options.log
    this.#now = options.now ?? Date.now
    this.#answerMs = options.answerMs ?? ANSWER_MS
  }

  /** Returns a group from memory, without asking. */
  known(jid: string): KnownGroup | undefined {
    const group = this.#groups.get(jid)
    return group && group.until > this.#now() ? group : undefined
  }

  /**
   * Returns a group as WhatsApp describes it, cached until it changes. Undefined if WhatsApp does
   * not return it.
   */
  async metadata(jid: string): Promise<GroupMetadata | undefined> {
    const remembered = this.known(jid)
    if (remembered) return remembered.metadata
    const before = this.#changes
    const metadata = await this.#ask(jid)
    if (before !== this.#changes) return metadata
    this.#groups.delete(jid)
    this.#groups.set(jid, { metadata, until: this.#now() + (metadata ? KNOWN_MS : UNKNOWN_MS) })
    if (this.#groups.size > GROUPS) this.#groups.delete(this.#groups.keys().next().value!)
    return metadata
  }

  /** Returns a group's subject if it is known, without asking; empty if WhatsApp gave none. */
  knownSubject(jid: string): string | undefined {
    const known = this.known(jid)
    return known && (known.metadata?.subject ?? '')
  }

  /** Asks WhatsApp for a group's subject; undefined if it gives none. */
  async findSubject(jid: string): Promise<string | undefined> {
    return (await this.metadata(jid))?.subject
  }

  /** Drops a group that has changed. */
  changed(jid: string): void {
    this.#changes++
    this.#groups.delete(jid)
  }

  /** Drops all groups: changes of members were not received for a while. */
  forgetAll(): void {
    this.#changes++
    this.#groups.clear()
  }

  async #ask(jid: string): Promise<GroupMetadata | undefined> {
    let timer: NodeJS.Timeout | undefined
    try {
      const late = new Promise<undefined>(resolve => {
        timer = setTimeout(() => resolve(undefined), this.#answerMs)
      })
      return await Promise.race([this.#current.live?.socket.groupMetadata(jid), late])
    } catch (error) {
      this.#log.debug({ error: errorName(error) }, 'a group was not described')
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }
}
