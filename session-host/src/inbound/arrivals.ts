/**
 * Milliseconds that an arrival is kept. A repeated message mostly comes within seconds; one that
 * comes much later is placed at its new arrival, where people look.
 */
const KEPT_MS = 120_000
const KEPT = 1000

/**
 * Arrival times of a connection's messages, in epoch milliseconds: no two are equal, since they
 * order the conversation. They are shared by all sockets of the connection.
 */
export class Arrivals {
  /**
   * Time at which each came, and since when that is kept; undefined while it waits to be handled.
   */
  readonly #first = new Map<string, { at: number; since: number | undefined }>()
  #last = 0

  /** Records that a message came, whether or not it can be used. */
  came(id: string): void {
    if (this.#known(id) !== undefined) return
    this.#first.delete(id)
    this.#first.set(id, { at: this.now(), since: undefined })
    if (this.#first.size > KEPT) this.#first.delete(this.#first.keys().next().value!)
  }

  /** Records that it waits no more: from now on its arrival is kept for a while. */
  begins(id: string): void {
    const first = this.#first.get(id)
    if (first) first.since ??= Date.now()
  }

  /**
   * Returns when it first came: it may have been damaged, or stranded, and others have come since.
   */
  of(id: string): number {
    return this.#known(id) ?? this.now()
  }

  /** Forgets a message that was sent to the workers, or will not be. */
  done(id: string): void {
    this.#first.delete(id)
  }

  /** Returns the time of something that is here now. */
  now(): number {
    this.#last = Math.max(Date.now(), this.#last + 1)
    return this.#last
  }

  #known(id: string): number | undefined {
    const { at, since = Date.now() } = this.#first.get(id) ?? {}
    return Date.now() - since <= KEPT_MS ? at : undefined
  }
}
