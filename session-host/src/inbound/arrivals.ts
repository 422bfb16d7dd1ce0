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
  readonly #first = new Map<string, number>()
  #last = 0

  /** Records that a message came, whether or not it can be used. */
  came(id: string): void {
    if (this.#known(id) !== undefined) return
    this.#first.delete(id)
    this.#first.set(id, this.now())
    if (this.#first.size > KEPT) this.#first.delete(this.#first.keys().next().value!)
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
    const at = this.#first.get(id)
    return at !== undefined && Date.now() - at <= KEPT_MS ? at : undefined
  }
}
