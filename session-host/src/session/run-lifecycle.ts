import { errorName, type Log } from '../log.ts'
import { type Effect, INITIAL, type Lifecycle, type LifecycleEvent, transition } from './lifecycle.ts'

export type RunningLifecycle = {
  now: () => Lifecycle
  /**
   * Takes an event at once. Resolves when all its effects are done; rejects with the first effect
   * that fails.
   */
  take: (event: LifecycleEvent) => Promise<void>
  /** Runs a step when all steps before it are over. */
  exclusive: <T>(step: () => Promise<T>) => Promise<T>
  /** Resolves when the steps begun so far are over. */
  settled: () => Promise<unknown>
}

/**
 * Runs the life of one connection: events change its state at once, effects are carried out in
 * their order.
 * @param options.carryOut carries out one effect; only a promise is awaited
 * @param options.onChange called when the state may have changed, before its effects
 */
export function runLifecycle(options: {
  connectionId: string
  log: Log
  runEffect: (effect: Effect) => Promise<unknown> | undefined
  onChange: () => void
}): RunningLifecycle {
  let lifecycle = INITIAL
  let steps: Promise<unknown> = Promise.resolve()
  return {
    now: () => lifecycle,
    async take(event) {
      const [after, effects] = transition(lifecycle, event)
      lifecycle = after
      options.onChange()
      for (const effect of effects) {
        const work = options.runEffect(effect)
        if (work) await work
      }
    },
    exclusive(step) {
      const { connectionId, log } = options
      const result = steps.then(step)
      steps = result.catch(error => log.warn({ connectionId, error: errorName(error) }, 'a session step failed'))
      return result
    },
    settled: () => steps,
  }
}
