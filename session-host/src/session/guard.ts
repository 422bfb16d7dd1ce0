/** Makes a function for who calls without awaiting (a timer, an emitter): whatever it throws or rejects with goes to `caught`. */
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
