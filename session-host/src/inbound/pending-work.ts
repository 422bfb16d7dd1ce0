import type { Failures } from '../session/failures.ts'

/** Work under way whose events are not safe yet: not on the queue, nor in the journal. */
export class PendingWork {
  readonly #failures: Pick<Failures, 'failed'>
  readonly #pending = new Set<Promise<unknown>>()

  /**
   * @param failures notified when the table is unavailable: the session must end, so that WhatsApp
   * keeps the unsafe messages
   */
  constructor(failures: Pick<Failures, 'failed'>) {
    this.#failures = failures
  }

  track<T>(work: Promise<T>): Promise<T> {
    this.#pending.add(work)
    const done = () => this.#pending.delete(work)
    work.then(done, error => {
      done()
      this.#failures.failed(error)
    })
    return work
  }

  /** Resolves when all events taken so far are safe. */
  safe(): Promise<unknown> {
    return Promise.all(this.#pending)
  }
}
