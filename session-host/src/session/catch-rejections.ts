/**
 * Wraps a function for callers that do not await it (a timer, an emitter): its errors and
 * rejections go to `caught`.
 */
export type CatchRejections = <A extends unknown[]>(work: (...args: A) => unknown) => (...args: A) => void

export const createCatchRejections =
  (caught: (error: unknown) => void): CatchRejections =>
  work =>
  (...args) => {
    try {
      const result = work(...args)
      if (result instanceof Promise) result.catch(caught)
    } catch (error) {
      caught(error)
    }
  }
