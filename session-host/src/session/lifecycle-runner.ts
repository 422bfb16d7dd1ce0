import { errorName, type Log } from '../log.ts'
import type { Changes } from './changes.ts'
import { type Effect, INITIAL, type Lifecycle, type LifecycleEvent, transition } from './lifecycle.ts'

export type EffectRunner = {
  /** Carries out one effect; only a promise is awaited. */
  runEffect: (effect: Effect) => Promise<unknown> | undefined
}

/**
 * Runs the lifecycle of one connection: events change its state at once, effects are carried out in
 * their order.
 */
export class LifecycleRunner {
  readonly #connectionId: string
  readonly #log: Log
  readonly #changes: Pick<Changes, 'wake'>
  readonly #effects: EffectRunner
  #state = INITIAL
  #steps: Promise<unknown> = Promise.resolve()

  /** @param options.changes woken when the state may have changed, before its effects */
  constructor(options: { connectionId: string; log: Log; changes: Pick<Changes, 'wake'>; effects: EffectRunner }) {
    this.#connectionId = options.connectionId
    this.#log = options.log
    this.#changes = options.changes
    this.#effects = options.effects
  }

  now(): Lifecycle {
    return this.#state
  }

  /**
   * Takes an event at once. Resolves when all its effects are done; rejects with the first effect
   * that fails.
   */
  async take(event: LifecycleEvent): Promise<void> {
    const [after, effects] = transition(this.#state, event)
    this.#state = after
    this.#changes.wake()
    for (const effect of effects) {
      const work = this.#effects.runEffect(effect)
      if (work) await work
    }
  }

  /** Runs a step when all steps before it are over. */
  exclusive<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#steps.then(step)
    this.#steps = result.catch(error =>
      this.#log.warn({ connectionId: this.#connectionId, error: errorName(error) }, 'a session step failed'),
    )
    return result
  }

  /** Resolves when the steps begun so far are over. */
  settled(): Promise<unknown> {
    return this.#steps
  }
}
