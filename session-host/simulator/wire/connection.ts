import type { BinaryNode, KeyPair, proto } from '@whiskeysockets/baileys'
import type { WebSocket } from 'ws'
import type { Faults } from '../faults.ts'
import { NoiseServer } from './noise.ts'
import { newStanzaId } from './stanza.ts'

const REPLY_TIMEOUT_MS = 10_000
const REORDER_HOLD_MS = 400

/**
 * Client that has shown its registration and waits for a phone to scan its QR code or type its
 * code.
 */
export type Registration = {
  refs: string[]
  data: proto.ClientPayload.IDevicePairingRegistrationData
  noiseKey: Buffer
  since: Date
  code?: { ref: string; wrappedEphemeral: Buffer; number: string }
}

export type ConnectionHandlers = {
  authenticated(connection: Connection, payload: proto.ClientPayload, noiseKey: Buffer): void
  node(connection: Connection, node: BinaryNode): Promise<void>
  closed(connection: Connection): void
  failed(error: unknown): void
}

/**
 * One WebSocket of a client: decrypts and orders what comes in, and lets faults act on what goes
 * out.
 */
export class Connection {
  /** Business whose client this is, once it has logged in; faults are looked up by it. */
  number = ''
  registration: Registration | undefined
  closed = false
  readonly #ws: WebSocket
  readonly #noise: NoiseServer
  readonly #faults: Faults
  readonly #on: ConnectionHandlers
  #replies: Map<string, (node: BinaryNode) => void> | undefined
  #chain: Promise<void> = Promise.resolve()
  #delayed: { at: number; node: BinaryNode }[] = []
  #delayTimer: NodeJS.Timeout | undefined
  #held: { node: BinaryNode; apart: boolean } | undefined
  #heldTimer: NodeJS.Timeout | undefined
  #frozen = false

  constructor(
    ws: WebSocket,
    keys: { serverStatic: KeyPair; chain: Uint8Array },
    faults: Faults,
    on: ConnectionHandlers,
  ) {
    this.#ws = ws
    this.#faults = faults
    this.#on = on
    this.#noise = new NoiseServer(keys.serverStatic, keys.chain, {
      send: bytes => {
        if (ws.readyState === ws.OPEN) ws.send(bytes)
      },
      authenticated: (payload, noiseKey) => on.authenticated(this, payload, noiseKey),
      node: node => this.#receive(node),
    })
    ws.on('message', (data: Buffer) => {
      this.#chain = this.#chain
        .then(() => this.#noise.receive(data))
        .catch(error => {
          on.failed(error)
          ws.close(1002)
        })
    })
    ws.on('error', () => ws.terminate())
    ws.on('close', () => {
      this.closed = true
      clearTimeout(this.#delayTimer)
      clearTimeout(this.#heldTimer)
      on.closed(this)
    })
  }

  /**
   * Makes the network between the two sides dead without closing: nothing is read, nothing is
   * written.
   */
  freeze(): void {
    this.#frozen = true
    this.#ws.pause()
  }

  get isFrozen(): boolean {
    return this.#frozen
  }

  terminate(): void {
    this.#ws.terminate()
  }

  /** Sends a stanza; an injected latency delays it, in order. */
  send(node: BinaryNode): void {
    if (this.closed || this.#frozen || !this.#noise.isOpen) return
    const latency = this.#faults.peek('latency', this.number)?.ms ?? 0
    if (!latency && !this.#delayed.length) {
      this.#noise.sendNode(node)
      return
    }
    this.#delayed.push({ at: Date.now() + latency, node })
    this.#delayTimer ??= setTimeout(() => this.#flushDelayed(), latency)
  }

  /** Sends a message stanza, on which duplication and reordering may strike. */
  sendMessage(node: BinaryNode): void {
    const { number } = this
    if (this.#held) {
      const { node: first, apart } = this.#held
      this.#held = undefined
      clearTimeout(this.#heldTimer)
      const swapped = apart && chatOf(first) === chatOf(node) ? [first, node] : [node, first]
      for (const each of swapped) this.send(each)
      return
    }
    const reorder = this.#faults.take('reorder', number)
    if (reorder) {
      this.#held = { node, apart: reorder.apart === true }
      this.#heldTimer = setTimeout(() => {
        this.#held = undefined
        this.send(node)
      }, reorder.ms ?? REORDER_HOLD_MS)
      return
    }
    this.send(node)
    if (this.#faults.take('duplicate', number)) this.send(node)
  }

  /** Sends a query to the client and resolves with its answer. */
  request(node: BinaryNode): Promise<BinaryNode> {
    const id = node.attrs.id ?? newStanzaId()
    node.attrs.id = id
    this.#replies ??= new Map()
    const replies = this.#replies
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        replies.delete(id)
        reject(new Error('the client did not answer'))
      }, REPLY_TIMEOUT_MS)
      replies.set(id, reply => {
        clearTimeout(timer)
        replies.delete(id)
        resolve(reply)
      })
      this.send(node)
    })
  }

  /** Sends the reason and closes. */
  end(node: BinaryNode): void {
    if (this.#frozen) {
      this.terminate()
      return
    }
    this.send(node)
    const latency = this.#faults.peek('latency', this.number)?.ms ?? 0
    setTimeout(() => this.#ws.close(), 20 + latency).unref()
  }

  #receive(node: BinaryNode): void {
    const reply = node.tag === 'iq' && node.attrs.id ? this.#replies?.get(node.attrs.id) : undefined
    if (reply) reply(node)
    else this.#on.node(this, node).catch(error => this.#on.failed(error))
  }

  #flushDelayed(): void {
    this.#delayTimer = undefined
    const now = Date.now()
    while (this.#delayed.length && this.#delayed[0]!.at <= now) {
      const { node } = this.#delayed.shift()!
      if (!this.closed && !this.#frozen) this.#noise.sendNode(node)
    }
    const next = this.#delayed[0]
    if (next) this.#delayTimer = setTimeout(() => this.#flushDelayed(), Math.max(1, next.at - now))
  }
}

const chatOf = ({ attrs }: BinaryNode): string => `${attrs.from}|${attrs.recipient ?? ''}`
