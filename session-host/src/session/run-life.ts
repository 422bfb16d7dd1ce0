import { errorName, type Log } from '../log.ts'
import { type Effect, type Life, type LifeEvent, NEW_LIFE, transition } from './life.ts'

export type RunningLife = {
  now: () => Life
  /**
   * Takes an event at once. Resolves when all its effects are done; rejects with the first effect
   * that fails.
   */
  take: (event: LifeEvent) => Promise<void>
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
export function runLife(options: {
  connectionId: string
  log: Log
  carryOut: (effect: Effect) => Promise<unknown> | undefined
  onChange: () => void
}): RunningLife {
  let life = NEW_LIFE
  let steps: Promise<unknown> = Promise.resolve()
  return {
    now: () => life,
    async take(event) {
      const [after, effects] = transition(life, event)
      life = after
      options.onChange()
      for (const effect of effects) {
        const work = options.carryOut(effect)
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
