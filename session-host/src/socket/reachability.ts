import { connect as connectTcp, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** Milliseconds between two tries to reach WhatsApp: doubled each time up to the longest. */
const FIRST_MS = 1000
const LONGEST_MS = 5000
/** Maximum of that after tries that succeeded while the sockets still did not. */
const LONGEST_IN_VAIN_MS = 60_000
/** Maximum milliseconds of one try. */
const TRY_MS = 5000

/**
 * Brings sessions back within seconds once WhatsApp can be reached again. A session that could not
 * reach it waits for up to a minute before its next attempt, which reads the table and takes a turn
 * for opening; meanwhile one bare connection every few seconds is tried for all of them.
 */
export class Reachability {
  readonly #reach: () => Promise<boolean>
  readonly #waiting = new Map<string, () => void>()
  #timer: NodeJS.Timeout | undefined
  #tries = 0
  /** Times that the waiting were called since a socket last reached WhatsApp. */
  #calls = 0

  /** @param reach tries to reach WhatsApp once */
  constructor(reach: () => Promise<boolean>) {
    this.#reach = reach
  }

  /** Calls `back` once WhatsApp can be reached, unless the connection is forgotten before. */
  whenReachable(connectionId: string, back: () => void): void {
    this.#waiting.set(connectionId, back)
    this.#schedule()
  }

  forget(connectionId: string): void {
    this.#waiting.delete(connectionId)
  }

  /** Records that a socket has reached WhatsApp. */
  reached(): void {
    this.#calls = 0
  }

  #schedule(): void {
    if (this.#timer || this.#waiting.size === 0) return
    const calm = Math.min(LONGEST_MS, FIRST_MS * 2 ** this.#tries)
    const ms = this.#calls ? Math.min(LONGEST_IN_VAIN_MS, LONGEST_MS * 2 ** (this.#calls - 1)) : calm
    this.#timer = setTimeout(() => void this.#try(), ms).unref()
  }

  async #try(): Promise<void> {
    const isThere = this.#waiting.size > 0 && (await this.#reach().catch(() => false))
    this.#timer = undefined
    if (!isThere) {
      this.#tries++
      return this.#schedule()
    }
    this.#tries = 0
    this.#calls++
    const backs = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const back of backs) back()
  }
}

/**
 * Returns whether a connection to the host of this address can be made, with TLS and its checks
 * where the address asks for it.
 */
export function canConnect(address: string): Promise<boolean> {
  const { protocol, hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'wss:'
  const to = { host, port: Number(port) || (secure ? 443 : 80) }
  return new Promise(resolve => {
    const socket = secure ? connectTls({ ...to, ...(isIP(host) ? {} : { servername: host }) }) : connectTcp(to)
    const done = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.setTimeout(TRY_MS, () => done(false))
    socket.once(secure ? 'secureConnect' : 'connect', () => done(true))
    socket.once('error', () => done(false))
  })
}
