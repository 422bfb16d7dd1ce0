import { PROFILES, USER_RIGHTS } from '@balcao/shared/access.ts'
import { z } from 'zod'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { isWritten } from '../table/refused.ts'
import { deleteOne, putOne, updateOne } from '../table/single-write.ts'
import { put, transact } from '../table/transact.ts'

/**
 * Lifetime of a row in seconds: API Gateway ends a WebSocket after two hours, and the row expires a
 * little later.
 */
const LIFE_SECONDS = 2 * 3600 + 600

/**
 * Open WebSocket of a browser, with the fields that decide which events it receives: a publish
 * reads these rows and nothing else.
 */
const SOCKETS = defineRow({
  kind: 'socket',
  key: { pk: '${companyId}#socket', sk: 'socket#${connectionId}' },
  content: z.object({
    companyId: z.string(),
    connectionId: z.string(),
    userId: z.string(),
    userName: z.string(),
    sessionId: z.string(),
    profile: z.enum(PROFILES),
    super: z.boolean(),
    /** True if the socket belongs to a support session, whose person is not the user. */
    support: z.boolean().optional(),
    queueIds: z.array(z.string()),
    /** Named rights. */
    permissions: z.array(z.enum(USER_RIGHTS)).optional(),
    allTicket: z.enum(['enabled', 'disabled']),
    /** `tickets:<status>`, `notification`, `screen`, `chat:<ticketId>`. */
    rooms: z.set(z.string()).optional(),
    connectedAt: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

/** Company of a socket, as the gateway names only the connection. Written once, at the start. */
const SOCKET_OWNERS = defineRow({
  kind: 'socketOwner',
  key: { pk: 'system#socket#${connectionId}', sk: 'owner' },
  content: z.object({ connectionId: z.string(), companyId: z.string(), expiresAt: z.number() }),
})

/**
 * Company with open sockets, now or until recently: events of the installation are published to
 * these companies.
 */
const LISTENING = defineRow({
  kind: 'listening',
  key: { pk: 'system#listening', sk: 'company#${companyId}' },
  content: z.object({ companyId: z.string(), expiresAt: z.number() }),
})

type StoredSocket = RowOf<typeof SOCKETS>
export type SocketRow = Omit<StoredSocket, 'rooms'> & { rooms: string[] }

const toSocket = (row: StoredSocket): SocketRow => ({ ...row, rooms: [...(row.rooms ?? [])] })

const isLive = (row: { expiresAt: number }): boolean => row.expiresAt * 1000 > Date.now()

type Rights = Pick<SocketRow, 'userName' | 'profile' | 'super' | 'queueIds' | 'allTicket' | 'permissions'>

/** End (epoch seconds) until which this process has recorded a company as listening. */
const listening = new Map<string, number>()
/** Seconds by which a row may be replaced by one with an earlier end. */
const OVERLAP_SECONDS = 600

/**
 * Records a company as listening. This precedes the socket's row, so that a company with a socket
 * is always recorded. Costs one write per company, process and two hours.
 */
async function listen(companyId: string, until: number): Promise<void> {
  if ((listening.get(companyId) ?? 0) >= until) return
  const expiresAt = until + LIFE_SECONDS
  await putOne(LISTENING.put({ companyId, expiresAt }))
  if (listening.size >= MAX_CACHED) listening.clear()
  listening.set(companyId, expiresAt - OVERLAP_SECONDS)
}

/** Lists every company with an open socket, and some whose last one closed within hours. */
export async function listListening(): Promise<string[]> {
  const rows = await LISTENING.every(LISTENING.query({}), { consistent: true })
  return rows.filter(isLive).map(({ companyId }) => companyId)
}

export async function addSocket(
  socket: Rights & Pick<SocketRow, 'companyId' | 'connectionId' | 'userId' | 'sessionId' | 'support'>,
): Promise<void> {
  const { companyId, connectionId } = socket
  const now = Date.now()
  const expiresAt = Math.floor(now / 1000) + LIFE_SECONDS
  await listen(companyId, expiresAt)
  await transact([
    put('socket', SOCKETS.put({ ...socket, connectedAt: new Date(now).toISOString(), expiresAt })),
    put('owner', SOCKET_OWNERS.put({ connectionId, companyId, expiresAt })),
  ])
}

/**
 * Companies by connection, which never change. Closed connections are dropped when there are many.
 */
const owners = new Map<string, string>()
const MAX_CACHED = 10_000

/** Returns the company of a connection. */
export async function ownerOfSocket(connectionId: string): Promise<string | undefined> {
  const known = owners.get(connectionId)
  if (known) return known
  const row = await SOCKET_OWNERS.get({ connectionId }, { consistent: true })
  if (!row || !isLive(row)) return undefined
  if (owners.size >= MAX_CACHED) owners.clear()
  owners.set(connectionId, row.companyId)
  return row.companyId
}

export async function getSocket(companyId: string, connectionId: string): Promise<SocketRow | undefined> {
  const row = await SOCKETS.get({ companyId, connectionId }, { consistent: true })
  return row && isLive(row) ? toSocket(row) : undefined
}

/**
 * Lists every open socket of the company. The read is consistent, so that a socket that has just
 * joined a room is not missed.
 */
export async function listSockets(companyId: string): Promise<SocketRow[]> {
  const sockets = await SOCKETS.every(SOCKETS.query({ companyId }), { consistent: true })
  return sockets.filter(isLive).map(toSocket)
}

/** Adds a socket to a room; returns false if the socket no longer exists. */
export const joinRoom = (companyId: string, connectionId: string, room: string): Promise<boolean> =>
  changeRooms('add', companyId, connectionId, room)

/** Removes a socket from a room; returns false if the socket no longer exists. */
export const leaveRoom = (companyId: string, connectionId: string, room: string): Promise<boolean> =>
  changeRooms('take', companyId, connectionId, room)

const changeRooms = (verb: 'add' | 'take', companyId: string, connectionId: string, room: string): Promise<boolean> =>
  isWritten(updateOne(SOCKETS.change({ companyId, connectionId }, { [verb]: { rooms: new Set([room]) } })))

/** Copies changed rights of a user to the user's open sockets. */
export async function changeSocketRights(companyId: string, userId: string, rights: Rights): Promise<void> {
  const sockets = (await listSockets(companyId)).filter(socket => socket.userId === userId)
  await Promise.all(
    sockets.map(({ connectionId }) =>
      isWritten(updateOne(SOCKETS.change({ companyId, connectionId }, { set: rights }))),
    ),
  )
}

export async function removeSocket(companyId: string, connectionId: string): Promise<void> {
  await Promise.all([
    deleteOne(SOCKETS.delete({ companyId, connectionId })),
    deleteOne(SOCKET_OWNERS.delete({ connectionId })),
  ])
}
