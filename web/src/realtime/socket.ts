import {
  CLOSING,
  CLOSING_REASONS,
  type ClientMessage,
  type ClosingReason,
  channelOf,
  JOINED,
  type PAYLOADS,
  PING_SECONDS,
  type RealtimeChannel,
  TOO_FAST,
} from '@balcao/shared/events/realtime.ts'
import type { z } from 'zod'
import { accessToken, refreshAccessToken, session } from '#/lib/session.ts'
import { createStore, useStore } from '#/lib/store.ts'
import { acknowledge, enterAgain, enterRooms, loseRooms } from './rooms.ts'

/**
 * State of the socket. `online`: the server answered; `reconnecting`: from the loss of the socket
 * until then. `suspended`: newer tabs of the same user hold all the sockets allowed; only the
 * person brings this one back, otherwise two tabs would take turns for ever.
 */
type SocketState = 'off' | 'connecting' | 'online' | 'reconnecting' | 'suspended'

export const socketState = createStore<SocketState>('off')

export const useSocketState = () => useStore(socketState)

export type RealtimeEvent = {
  [C in RealtimeChannel]: { channel: C; payload: z.output<(typeof PAYLOADS)[C]> }
}[RealtimeChannel]

type Listener = (event: RealtimeEvent) => void

const listeners = new Set<Listener>()
const comebacks = new Set<() => void>()

/**
 * Listens for every event of the company that this user may see. Returns the function that stops
 * listening.
 */
export function onRealtime(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Registers a listener for each reconnect, before the server has the rooms of the new socket. */
export function onReconnect(listener: () => void): () => void {
  comebacks.add(listener)
  return () => comebacks.delete(listener)
}

const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 15_000
/** Number of the attempt from which on the longest wait applies. */
const SLOWEST = 5
/**
 * Wait after the server has refused further messages, ms: long enough for it to accept all
 * persistent state again.
 */
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
let lastReceivedAt = 0
let lastStatus = 0

/**
 * Sends a message if the socket is open; persistent state is sent again after a reconnect anyway.
 */
export function sendToServer(message: ClientMessage) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
}

/** Keeps one socket open while somebody is signed in. */
export function startRealtime() {
  if (wanted) return
  wanted = true
  attempts = 0
  window.addEventListener('online', hurry)
  document.addEventListener('visibilitychange', hurry)
  for (const sign of USER_EVENTS) window.addEventListener(sign, resume)
  void connect()
}

export function stopRealtime() {
  wanted = false
  window.removeEventListener('online', hurry)
  document.removeEventListener('visibilitychange', hurry)
  for (const sign of USER_EVENTS) window.removeEventListener(sign, resume)
  clearTimeout(retry)
  clearTimeout(calm)
  clearInterval(heartbeat)
  loseRooms()
  const closing = socket
  socket = null
  closing?.close(1000)
  opened = false
  socketState.set('off')
}

/** DOM events that show that a person uses the tab. */
const USER_EVENTS = ['focus', 'pointerdown', 'keydown'] as const

function resume() {
  if (!wanted || socketState.get() !== 'suspended') return
  attempts = 0
  void connect()
}

/**
 * Reconnects at once when the network or the person comes back, instead of waiting for the next
 * attempt.
 */
function hurry() {
  if (!wanted || document.visibilityState === 'hidden' || socketState.get() === 'suspended') return
  if (socket === null || socket.readyState === WebSocket.CLOSED) {
    clearTimeout(retry)
    void connect()
  } else if (Date.now() - lastReceivedAt > 2 * PING_SECONDS * 1000) {
    // Nothing has arrived for two ping intervals, as after a sleep: the socket is as good as dead.
    socket.close()
  }
}

async function connect() {
  const token = accessToken()
  if (!wanted || token === null) return
  socketState.set(opened ? 'reconnecting' : 'connecting')
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
    lastReceivedAt = Date.now()
    lastStatus = Date.now()
    sendToServer({ action: 'ready' })
    enterRooms(sendToServer)
    clearInterval(heartbeat)
    heartbeat = setInterval(() => beat(mine), PING_SECONDS * 1000)
    const again = opened
    opened = true
    socketState.set('online')
    if (again) for (const comeback of comebacks) comeback()
  })
  mine.addEventListener('message', message => {
    lastReceivedAt = Date.now()
    const ending = handleServerMessage(String(message.data))
    if (!ending) return
    reason = ending
    mine.close()
  })
  mine.addEventListener('close', () => {
    if (socket !== mine) return
    socket = null
    clearInterval(heartbeat)
    clearTimeout(calm)
    loseRooms()
    if (!wanted) return
    if (reason === 'tooMany') return socketState.set('suspended')
    if (reason === 'tooFast') attempts = SLOWEST
    void comeBack(open)
  })
}

/**
 * Reconnects with a longer wait after each attempt. A socket refused before it opened may mean an
 * expired token, so the next attempt gets a new one.
 */
async function comeBack(wasOpen: boolean) {
  socketState.set(opened ? 'reconnecting' : 'connecting')
  if (!wasOpen) await refreshAccessToken().catch(() => undefined)
  if (!wanted || session.get().state !== 'in') return
  const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts) * (0.5 + Math.random() / 2)
  attempts += 1
  clearTimeout(retry)
  retry = setTimeout(() => void connect(), wait)
}

function beat(mine: WebSocket) {
  if (Date.now() - lastReceivedAt > 2 * PING_SECONDS * 1000) return mine.close()
  sendToServer({ action: 'ping' })
  if (Date.now() - lastStatus >= STATUS_MS) {
    lastStatus = Date.now()
    sendToServer({ action: 'userStatus' })
  }
}

/**
 * Parses a frame and drops an event of another company. The payload is trusted as an API answer is.
 * Returns the reason when the server closes the session.
 */
function handleServerMessage(text: string): ClosingReason | undefined {
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
    // Compared with a plain list: a schema would add zod to the first load.
    return CLOSING_REASONS.find(known => known === reason)
  }
  if (envelope.event === TOO_FAST) {
    // The client cannot know which of its messages were lost, so all persistent state is sent
    // again.
    clearTimeout(calm)
    calm = setTimeout(enterAgain, CALM_MS)
    return
  }
  if (envelope.event === JOINED) {
    acknowledge((envelope.payload as { seq?: unknown } | undefined)?.seq)
    return
  }
  const channel = typeof envelope.event === 'string' ? channelOf(envelope.event, now.user.companyId) : undefined
  if (!channel) return
  const { payload } = envelope
  if (typeof payload !== 'object' || payload === null) return
  for (const listener of listeners) listener({ channel, payload } as RealtimeEvent)
}
