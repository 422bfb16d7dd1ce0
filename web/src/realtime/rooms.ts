/** Rooms of this tab, whose events the server sends to its socket (decision 0033). */
import type { ClientMessage } from '@balcao/shared/events/realtime.ts'

export type Join = Extract<ClientMessage, { action: `join${string}` }>

/**
 * `count`: number of components in the room; `awaited`: number of the join that the server has yet
 * to acknowledge, else 0.
 */
type Room = { join: Join; count: number; awaited: number; timer?: ReturnType<typeof setTimeout> }

/** Time in which the server acknowledges a join, ms; the room is joined again after it. */
const ACK_MS = 5000
/**
 * Joins of a room without an acknowledgement, after which it counts as joined: a server of an
 * earlier version acknowledges none.
 */
const MAX_JOINS = 3

const arrivals = new Set<() => void>()
const entrances = new Set<(join: Join) => void>()

/**
 * Registers a listener for each opened socket, the first included, once the server has acknowledged
 * its rooms: changes arrive from now on, and earlier ones may have been missed.
 */
export function onOnline(listener: () => void): () => void {
  arrivals.add(listener)
  return () => arrivals.delete(listener)
}

/**
 * Registers a listener for each room that the server acknowledges after that: its events arrive
 * from now on, and earlier ones may have been missed.
 */
export function onJoined(listener: (join: Join) => void): () => void {
  entrances.add(listener)
  return () => entrances.delete(listener)
}

/** Joined again on every new socket. */
const rooms = new Map<string, Room>()
let send: ((message: ClientMessage) => void) | null = null
let joins = 0
/** True from the opening of a socket until its rooms are acknowledged. */
let arriving = false

/** Joins a room until the returned function is called; several callers share one membership. */
export function joinRoom(join: Join): () => void {
  const key = JSON.stringify(join)
  const room = rooms.get(key) ?? { join, count: 0, awaited: 0 }
  room.count += 1
  rooms.set(key, room)
  if (room.count === 1) enter(room)
  let left = false
  return () => {
    if (left) return
    left = true
    room.count -= 1
    if (room.count > 0) return
    rooms.delete(key)
    clearTimeout(room.timer)
    send?.({ ...join, action: join.action.replace('join', 'leave') } as ClientMessage)
    arrive()
  }
}

/** Joins a room, and again as long as the server does not acknowledge it. */
function enter(room: Room, tries = MAX_JOINS) {
  clearTimeout(room.timer)
  if (!send) return
  room.awaited = ++joins
  send({ ...room.join, seq: joins })
  room.timer = setTimeout(() => {
    arrive(true)
    if (tries > 1) enter(room, tries - 1)
    else settle(room)
  }, ACK_MS)
}

function settle(room: Room) {
  clearTimeout(room.timer)
  room.awaited = 0
  if (arriving) return arrive()
  for (const entrance of entrances) entrance(room.join)
}

/**
 * Reports a new socket once the server has all its rooms; with `late`, although some are missing,
 * which `onJoined` then reports one by one.
 */
function arrive(late = false) {
  if (!arriving || (!late && [...rooms.values()].some(({ awaited }) => awaited > 0))) return
  arriving = false
  for (const arrival of arrivals) arrival()
}

/** Joins all rooms on a socket that has opened. */
export function enterRooms(sendToServer: (message: ClientMessage) => void) {
  send = sendToServer
  arriving = true
  enterAgain()
  arrive()
}

/** Joins all rooms again after the server has dropped messages: nobody knows which. */
export function enterAgain() {
  for (const room of rooms.values()) enter(room)
}

/** Settles the join of that number. */
export function acknowledge(seq: unknown) {
  for (const room of rooms.values()) if (room.awaited === seq) settle(room)
}

/** Stops waiting for a socket that has closed. */
export function loseRooms() {
  send = null
  arriving = false
  for (const room of rooms.values()) clearTimeout(room.timer)
}
