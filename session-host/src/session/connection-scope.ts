import { AsyncLocalStorage } from 'node:async_hooks'

/** Connection for which a piece of asynchronous work is done. */
export type ConnectionScope = {
  connectionId: string
  /** Called when this work threw an error that nobody caught. */
  thrown: (error: unknown) => void
}

/**
 * Follows a connection through its socket, its timers, Baileys and the AWS clients, so that an
 * uncaught error is attributed to it (see handle-uncaught-errors.ts).
 */
export const connectionScope = new AsyncLocalStorage<ConnectionScope>()
