import type { WASocket } from '@whiskeysockets/baileys'
import type { AuthState } from '../keys/auth-state.ts'
import type { LifecycleRunner } from '../session/lifecycle-runner.ts'
import type { LiveSocket } from './live-socket.ts'

/** Current socket of a connection: `SocketOwner` sets it, all other parts only read it. */
export class CurrentSocket {
  /** Current socket, whether it is open or not. */
  live: LiveSocket | undefined
  /** Credentials of the current socket; after its end the last ones, for reading. */
  auth: AuthState | undefined
  readonly #lifecycle: Pick<LifecycleRunner, 'now'>

  constructor(lifecycle: Pick<LifecycleRunner, 'now'>) {
    this.#lifecycle = lifecycle
  }

  /** Returns the socket while messages can be sent. */
  open(): LiveSocket | undefined {
    return this.#lifecycle.now().phase === 'open' ? this.live : undefined
  }

  /** Returns Baileys' socket while messages can be sent. */
  socket(): WASocket | undefined {
    return this.open()?.socket
  }

  /** Returns the own JIDs: number and LID. */
  ownJids(): (string | undefined)[] {
    const me = this.auth?.creds.me
    return [me?.id, me?.lid]
  }
}
