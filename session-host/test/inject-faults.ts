/**
 * Preloaded into a host (`--import`): once armed by SIGUSR2, every place of one connection's work
 * throws once. A place is a timer, by where it was set, or an event of a kind of emitter. Timers
 * and Node's own emitters (sockets, requests, streams) throw when their listeners have run, as if
 * the last had thrown; WebSockets and Baileys' emitters before, so that what they had to report is
 * lost. A second SIGUSR2 disarms. Struck places are printed on stdout, a line each. The
 * connection's long waits are shortened until then, so that what follows a fault follows soon.
 */
import { EventEmitter } from 'node:events'
import { connectionScope } from '../src/session/connection-scope.ts'

const victim = process.env.FAULTS_FOR
const awsPorts = new Set((process.env.FAULTS_NOT_AT ?? '').split(','))
const struck = new Set<string>()
let armed = false
/** Disarmed: a machine that is slow needs the whole of its waits to recover. */
let over = false

process.on('SIGUSR2', () => {
  over = armed
  armed = !armed
})

const isVictims = () => victim !== undefined && connectionScope.getStore()?.connectionId === victim

function strike(place: string): void {
  if (!armed || struck.has(place)) return
  struck.add(place)
  process.stdout.write(`struck ${place}\n`)
  throw new Error('injected')
}

/** The first place outside of Node and of this file: the path and the line. */
function caller(): string {
  const frames = new Error('where').stack!.split('\n').slice(2)
  const frame = frames.find(line => !line.includes('node:') && !line.includes('inject-faults')) ?? ''
  return /([^(\s]+:\d+):\d+\)?$/.exec(frame)?.[1]?.replace(/^file:\/\//, '') ?? 'node'
}

// The clients of AWS and the queue of events are the process's, shared by all connections.
const isShared = (place: string) => /@smithy|@aws-sdk|src\/event-queue/.test(place)
/** The emitters of theirs that know no port. */
const SHARED = new Set(['Agent', 'Collector'])
const LOSING = new Set(['WebSocket', 'WebSocketClient', 'EventEmitter'])
const brief = (place: string) => place.split('/').slice(-4).join('/')

const timers = { setTimeout, setInterval, setImmediate }
const faulty =
  (kind: string, set: (work: () => void, ms?: number) => unknown) =>
  (work: (...args: unknown[]) => unknown, ms?: number, ...args: unknown[]) => {
    if (!isVictims()) return set(() => void work(...args), ms)
    const from = caller()
    if (isShared(from)) return set(() => void work(...args), ms)
    const soon = ms !== undefined && ms >= 500 && !over ? Math.max(200, ms / 15) : ms
    return set(() => {
      try {
        return work(...args)
      } finally {
        strike(`${kind} ${brief(from)}`)
      }
    }, soon)
  }
const { setTimeout: later } = timers
Object.assign(globalThis, {
  setTimeout: Object.assign(faulty('setTimeout', timers.setTimeout), {
    [Symbol.for('nodejs.util.promisify.custom')]: Reflect.get(later, Symbol.for('nodejs.util.promisify.custom')),
  }),
  setInterval: faulty('setInterval', timers.setInterval),
  setImmediate: faulty('setImmediate', timers.setImmediate as (work: () => void) => unknown),
})

type Portly = { remotePort?: number; port?: number; socket?: { remotePort?: number } }
const portOf = (emitter: Portly) => emitter.remotePort ?? emitter.socket?.remotePort ?? emitter.port

const { emit } = EventEmitter.prototype
EventEmitter.prototype.emit = function (this: EventEmitter, event: string | symbol, ...args: unknown[]): boolean {
  // Without listeners there is nobody who could throw.
  const shared = (this as unknown) === process || SHARED.has(this.constructor.name)
  const mine = armed && !shared && isVictims() && this.listenerCount(event) > 0
  if (!mine || awsPorts.has(String(portOf(this as Portly)))) return emit.call(this, event, ...args)
  const place = `${this.constructor.name} ${String(event).replace(/^TAG:.*/, 'TAG')}`
  if (LOSING.has(this.constructor.name)) strike(place)
  const hadListeners = emit.call(this, event, ...args)
  strike(place)
  return hadListeners
}
