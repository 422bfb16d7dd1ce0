/** Runs one call of a name at a time in all tabs; where the browser has no locks, immediately. */
export const withLock = <T>(name: string, run: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(name, run) : run()
