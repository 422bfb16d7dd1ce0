import { AsyncLocalStorage } from 'node:async_hooks'

/** The connection a piece of asynchronous work is done for. */
export type ConnectionScope = {
  connectionId: string
  /** Something of this work was thrown and nobody caught it. */
  thrown: (error: unknown) => void
}

/**
 * Follows a connection through its socket, its timers, Baileys and the AWS clients, so that an error nobody caught is known
 * as this connection's (see catch-strays.ts).
 */
export const connectionScope = new AsyncLocalStorage<ConnectionScope>()
