import {
  CLOSING,
  CLOSING_REASONS,
  type ClientMessage,
  type ClosingReason,
  channelOf,
  type PAYLOADS,
  PING_SECONDS,
  type RealtimeChannel,
  TOO_FAST,
} from '@balcao/shared/events/realtime.ts'
import type { z } from 'zod'
import { accessToken, refreshAccessToken, session } from '#/lib/session.ts'
import { createStore, useStore } from '#/lib/store.ts'

/**
 * `online` once the server answered; `reconnecting` from the loss of the socket until then. `parked` while newer tabs of the same
 * user have the sockets there may be: only the person brings this one back, else two tabs would take turns for ever.
 */
type SocketState = 'off' | 'connecting' | 'online' | 'reconnecting' | 'parked'

const state = createStore<SocketState>('off')

export const socketState = () => state.get()
export const useSocketState = () => useStore(state)

export type RealtimeEvent = {
  [C in RealtimeChannel]: { channel: C; payload: z.output<(typeof PAYLOADS)[C]> }
}[RealtimeChannel]

type Listener = (event: RealtimeEvent) => void

const listeners = new Set<Listener>()
const comebacks = new Set<() => void>()
const arrivals = new Set<() => void>()

/** Every event of the company that this user may see. Returns the way to stop listening. */
export function onRealtime(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called after each reconnect: what happened meanwhile was not heard. */
export function onReconnect(listener: () => void): () => void {
  comebacks.add(listener)
  return () => comebacks.delete(listener)
}

/** Called each time the socket is there, the first too: from now on changes are heard, and those from before may not have been. */
export function onOnline(listener: () => void): () => void {
  arrivals.add(listener)
  return () => arrivals.delete(listener)
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000
/** The try from which on the longest wait is waited. */
const SLOWEST = 5
/** After the server said that it hears no more: long enough for it to hear everything that matters again. */
const CALM_MS = 8000
/** Milliseconds between two reports of the user's status (decision 0033). */
const STATUS_MS = 300_000

let socket: WebSocket | null = null
let wanted = false
let attempts = 0
let opened = false
let retry: ReturnType<typeof setTimeout> | undefined
let heartbeat: ReturnType<typeof setInterval> | undefined
let calm: ReturnType<typeof setTimeout> | undefined
let lastHeard = 0
let lastStatus = 0

type Room = Extract<ClientMessage, { action: `join${string}` }>

/** Rooms with how many components are in them; joined anew on every socket. */
const rooms = new Map<string, { join: Room; count: number }>()

const leaving = (join: Room): ClientMessage =>
  ({ ...join, action: join.action.replace('join', 'leave') }) as ClientMessage

/** Joins a room until the returned function is called; several callers share one membership. */
export function joinRoom(join: Room): () => void {
  const key = JSON.stringify(join)
  const room = rooms.get(key) ?? { join, count: 0 }
  room.count += 1
  rooms.set(key, room)
  if (room.count === 1) say(join)
  let left = false
  return () => {
    if (left) return
    left = true
    room.count -= 1
    if (room.count > 0) return
    rooms.delete(key)
    say(leaving(join))
  }
}

/** Says something if the socket is open; what matters is joined again after a reconnect anyway. */
export function say(message: ClientMessage) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
}

/** Keeps one socket open for as long as somebody is signed in. */
export function startRealtime() {
  if (wanted) return
  wanted = true
  attempts = 0
  window.addEventListener('online', hurry)
  document.addEventListener('visibilitychange', hurry)
  for (const sign of SIGNS) window.addEventListener(sign, unpark)
  void connect()
}

export function stopRealtime() {
  wanted = false
  window.removeEventListener('online', hurry)
  document.removeEventListener('visibilitychange', hurry)
  for (const sign of SIGNS) window.removeEventListener(sign, unpark)
  clearTimeout(retry)
  clearTimeout(calm)
  clearInterval(heartbeat)
  const closing = socket
  socket = null
  closing?.close(1000)
  opened = false
  state.set('off')
}

/** What only the tab hears that a person uses. */
const SIGNS = ['focus', 'pointerdown', 'keydown'] as const

function unpark() {
  if (!wanted || state.get() !== 'parked') return
  attempts = 0
  void connect()
}

/** The network or the person came back: no reason to wait for the next try. */
function hurry() {
  if (!wanted || document.visibilityState === 'hidden' || state.get() === 'parked') return
  if (socket === null || socket.readyState === WebSocket.CLOSED) {
    clearTimeout(retry)
    void connect()
  } else if (Date.now() - lastHeard > 2 * PING_SECONDS * 1000) {
    // Asleep for longer than a ping: the socket is as good as dead.
    socket.close()
  }
}

async function connect() {
  const token = accessToken()
  if (!wanted || token === null) return
  state.set(opened ? 'reconnecting' : 'connecting')
  const url = new URL('/ws', window.location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.searchParams.set('token', token)
  const mine = new WebSocket(url)
  socket = mine
  let open = false
  let reason: ClosingReason | undefined

  mine.addEventListener('open', () => {
    open = true
    attempts = 0
    lastHeard = Date.now()
    lastStatus = Date.now()
    say({ action: 'ready' })
    for (const { join } of rooms.values()) say(join)
    clearInterval(heartbeat)
    heartbeat = setInterval(() => beat(mine), PING_SECONDS * 1000)
    const again = opened
    opened = true
    state.set('online')
    for (const arrival of arrivals) arrival()
    if (again) for (const comeback of comebacks) comeback()
  })
  mine.addEventListener('message', message => {
    lastHeard = Date.now()
    const ending = hear(String(message.data))
    if (!ending) return
    reason = ending
    mine.close()
  })
  mine.addEventListener('close', () => {
    if (socket !== mine) return
    socket = null
    clearInterval(heartbeat)
    clearTimeout(calm)
    if (!wanted) return
    if (reason === 'tooMany') return state.set('parked')
    if (reason === 'tooFast') attempts = SLOWEST
    void comeBack(open)
  })
}

/** Waits longer from try to try. A socket refused before it opened may mean an expired token: the next try has a new one. */
async function comeBack(wasOpen: boolean) {
  state.set(opened ? 'reconnecting' : 'connecting')
  if (!wasOpen) await refreshAccessToken().catch(() => undefined)
  if (!wanted || session.get().state !== 'in') return
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts) * (0.5 + Math.random() / 2)
  attempts += 1
  clearTimeout(retry)
  retry = setTimeout(() => void connect(), wait)
}

function beat(mine: WebSocket) {
  if (Date.now() - lastHeard > 2 * PING_SECONDS * 1000) return mine.close()
  say({ action: 'ping' })
  if (Date.now() - lastStatus >= STATUS_MS) {
    lastStatus = Date.now()
    say({ action: 'userStatus' })
  }
}

/** Reads what came; an event that is not of this company is dropped. Its payload is the server's word, as an API answer's is. */
function hear(text: string): ClosingReason | undefined {
  const now = session.get()
  if (now.state !== 'in') return
  let envelope: { event?: unknown; payload?: unknown }
  try {
    envelope = JSON.parse(text)
  } catch {
    return
  }
  if (envelope.event === CLOSING) {
    const { reason } = (envelope.payload ?? {}) as { reason?: unknown }
    // By a plain list: a schema would bring zod into the first load.
    return CLOSING_REASONS.find(known => known === reason)
  }
  if (envelope.event === TOO_FAST) {
    // Which words it did not hear is not known: everything that lasts is said again.
    clearTimeout(calm)
    calm = setTimeout(() => {
      for (const { join } of rooms.values()) say(join)
    }, CALM_MS)
    return
  }
  const channel = typeof envelope.event === 'string' ? channelOf(envelope.event, now.user.companyId) : undefined
  if (!channel) return
  const { payload } = envelope
  if (typeof payload !== 'object' || payload === null) return
  for (const listener of listeners) listener({ channel, payload } as RealtimeEvent)
}
