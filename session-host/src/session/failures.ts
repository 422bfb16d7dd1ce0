import { errorName } from '../log.ts'
import { FencedError } from '../table/fenced-items.ts'
import { type ConnectionScope, connectionScope } from './connection-scope.ts'
import type { LifecycleEvent } from './lifecycle.ts'
import type { LifecycleRunner } from './lifecycle-runner.ts'

/** Reports a connection's errors to its lifecycle, which decides whether it begins again. */
export class Failures implements ConnectionScope {
  readonly connectionId: string
  readonly #lifecycle: Pick<LifecycleRunner, 'take'>

  constructor(connectionId: string, lifecycle: Pick<LifecycleRunner, 'take'>) {
    this.connectionId = connectionId
    this.#lifecycle = lifecycle
  }

  /** Reports that data could not be stored: memory and the table may differ. */
  failed(error: unknown): void {
    this.#report(error, { type: 'failed', error: errorName(error) })
  }

  /** Reports that effects of an event were not carried out. */
  undone(error: unknown): void {
    this.#report(error, { type: 'undone', error: errorName(error) })
  }

  /** Reports an uncaught error: the state it left behind is unknown. */
  thrown(error: unknown): void {
    this.#report(error, { type: 'thrown', error: errorName(error), at: Date.now() })
  }

  #report(error: unknown, event: LifecycleEvent): void {
    void this.#lifecycle.take(error instanceof FencedError ? { type: 'fenced' } : event)
  }

  /** Runs work for this connection: an uncaught error of it is reported here. */
  within<T>(work: () => T): T {
    return connectionScope.run(this, work)
  }

  /**
   * Wraps a function for callers that do not await it (a timer, an emitter): its errors and
   * rejections are reported as thrown.
   */
  catchRejections<A extends unknown[]>(work: (...args: A) => unknown): (...args: A) => void {
    return (...args) => {
      try {
        const result = work(...args)
        if (result instanceof Promise) result.catch(error => this.thrown(error))
      } catch (error) {
        this.thrown(error)
      }
    }
  }
}
