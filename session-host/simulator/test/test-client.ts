import { Agent as HttpsAgent } from 'node:https'
import {
  type BaileysEventMap,
  Browsers,
  type ConnectionState,
  DEFAULT_CONNECTION_CONFIG,
  downloadMediaMessage,
  initAuthCreds,
  makeWASocket,
  proto,
  type SignalDataTypeMap,
  type SignalKeyStore,
  type UserFacingSocketConfig,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys'
import type { Simulator } from '../server.ts'
import { silenceLibsignal } from '../silence-libsignal.ts'

const logger = DEFAULT_CONNECTION_CONFIG.logger.child({})
logger.level = 'silent'

// The client prints through the same library, also where the simulator runs as another process.
silenceLibsignal()

const WAIT_MS = 15_000

function memoryKeys(): SignalKeyStore {
  const data = new Map<string, unknown>()
  return {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: Record<string, SignalDataTypeMap[T]> = {}
      for (const id of ids) {
        const value = data.get(`${type} ${id}`)
        if (value != null) found[id] = value as SignalDataTypeMap[T]
      }
      return found
    },
    set(batch) {
      for (const [type, values] of Object.entries(batch)) {
        for (const [id, value] of Object.entries(values ?? {})) {
          if (value == null) data.delete(`${type} ${id}`)
          else data.set(`${type} ${id}`, value)
        }
      }
    },
  }
}

type Log = { [K in keyof BaileysEventMap]?: BaileysEventMap[K][] }

/**
 * Real, unmodified Baileys client with its state in memory; it keeps every event for later
 * questions.
 */
export class TestClient {
  readonly creds = initAuthCreds()
  readonly keys = memoryKeys()
  sock!: WASocket
  /** Ids of all received messages, over all connections. */
  readonly receivedIds = new Set<string>()
  #log: Log = {}
  #checks = new Set<() => void>()
  #simulator: Simulator
  #extra: Partial<UserFacingSocketConfig>

  constructor(simulator: Simulator, extra: Partial<UserFacingSocketConfig> = {}) {
    this.#simulator = simulator
    this.#extra = extra
  }

  connect(simulator = this.#simulator): this {
    this.#simulator = simulator
    this.#log = {}
    this.sock = makeWASocket({
      auth: { creds: this.creds, keys: this.keys },
      waWebSocketUrl: simulator.waUrl,
      logger,
      browser: Browsers.ubuntu('Chrome'),
      syncFullHistory: false,
      retryRequestDelayMs: 10,
      fetchAgent: new HttpsAgent({ ca: simulator.caPem }),
      ...this.#extra,
    })
    this.sock.ev.process(events => {
      for (const [name, value] of Object.entries(events)) {
        const key = name as keyof BaileysEventMap
        this.#log[key] = [...((this.#log[key] as unknown[]) ?? []), value] as never
      }
      for (const { key } of events['messages.upsert']?.messages ?? []) if (key.id) this.receivedIds.add(key.id)
      if (events['creds.update']) Object.assign(this.creds, events['creds.update'])
      for (const check of this.#checks) check()
    })
    return this
  }

  /** Resolves with the first event of a kind, past or to come, from which `pick` gets something. */
  until<K extends keyof BaileysEventMap, T>(
    name: K,
    pick: (value: BaileysEventMap[K]) => T | undefined | false | null,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#checks.delete(check)
        reject(new Error(`no ${name} that matches`))
      }, WAIT_MS)
      const check = () => {
        for (const value of (this.#log[name] ?? []) as BaileysEventMap[K][]) {
          const hit = pick(value)
          if (!hit) continue
          clearTimeout(timer)
          this.#checks.delete(check)
          return resolve(hit)
        }
      }
      this.#checks.add(check)
      check()
    })
  }

  events<K extends keyof BaileysEventMap>(name: K): BaileysEventMap[K][] {
    return (this.#log[name] ?? []) as BaileysEventMap[K][]
  }

  state(pick: (update: Partial<ConnectionState>) => unknown): Promise<Partial<ConnectionState>> {
    return this.until('connection.update', update => (pick(update) ? update : undefined))
  }

  message(match: (message: WAMessage) => unknown): Promise<WAMessage> {
    return this.until('messages.upsert', upsert => upsert.messages.find(message => match(message)))
  }

  text(text: string): Promise<WAMessage> {
    return this.message(message => textOf(message) === text)
  }

  received(text: string): number {
    return this.events('messages.upsert')
      .flatMap(upsert => upsert.messages)
      .filter(message => textOf(message) === text).length
  }

  /** Resolves with the status code of the connection's end. */
  async closed(): Promise<number | undefined> {
    const { lastDisconnect } = await this.state(update => update.connection === 'close')
    return (lastDisconnect?.error as { output?: { statusCode: number } } | undefined)?.output?.statusCode
  }

  async reconnect(simulator = this.#simulator): Promise<this> {
    this.connect(simulator)
    await this.state(update => update.connection === 'open')
    return this
  }

  /** Links the client and logs in. */
  async link(number: string, name?: string): Promise<this> {
    this.connect()
    const { qr } = await this.state(update => update.qr)
    await this.#simulator.scan(qr!, number, name)
    await this.closed()
    await this.reconnect()
    // Baileys acknowledges the first history before it notes that it has it; cut off in between, it
    // would hold back every event of its next connection for 20 s.
    await eventually(() => this.creds.accountSyncCounter > 0, 'the first history')
    return this
  }

  /**
   * Resolves with a status that Baileys reports as an update or, while it buffers, folded into the
   * message itself.
   */
  async reached(id: string, status: number): Promise<void> {
    await Promise.any([
      this.until('messages.update', updates =>
        updates.find(one => one.key.id === id && (one.update.status ?? 0) >= status),
      ),
      this.message(message => message.key.id === id && (message.status ?? 0) >= status),
    ])
  }

  async failed(id: string): Promise<void> {
    const { ERROR } = proto.WebMessageInfo.Status
    await Promise.any([
      this.until('messages.update', updates => updates.find(one => one.key.id === id && one.update.status === ERROR)),
      this.message(message => message.key.id === id && message.status === ERROR),
    ])
  }

  download(message: WAMessage, options: RequestInit): Promise<Buffer> {
    return downloadMediaMessage(
      message,
      'buffer',
      { options },
      { logger, reuploadRequest: this.sock.updateMediaMessage },
    ) as Promise<Buffer>
  }

  end(): void {
    this.sock?.end(undefined)
  }
}

function textOf(message: WAMessage): string | null | undefined {
  return message.message?.conversation ?? message.message?.extendedTextMessage?.text
}

/** Polls until something holds that only the simulator shows. */
export async function eventually<T>(read: () => T | undefined | false | null, what = 'it'): Promise<T> {
  const end = Date.now() + WAIT_MS
  for (;;) {
    const value = read()
    if (value) return value
    if (Date.now() > end) throw new Error(`${what} did not happen`)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}
