/** Reason of a rejection by `withDeadline`. */
export const TIMEOUT = Symbol('timeout')

/**
 * Settles as `work` does, or rejects with `TIMEOUT` at `deadline` (milliseconds since the epoch).
 */
export function withDeadline(work: Promise<unknown>, deadline: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(TIMEOUT), Math.max(0, deadline - Date.now()))
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
