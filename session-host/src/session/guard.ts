/**
 * Wraps a function for callers that do not await it (a timer, an emitter): its errors and
 * rejections go to `caught`.
 */
export type Guard = <A extends unknown[]>(work: (...args: A) => unknown) => (...args: A) => void

export const createGuard =
  (caught: (error: unknown) => void): Guard =>
  work =>
  (...args) => {
    try {
      const result = work(...args)
      if (result instanceof Promise) result.catch(caught)
    } catch (error) {
      caught(error)
    }
  }
