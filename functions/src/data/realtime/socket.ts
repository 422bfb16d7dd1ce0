import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { PROFILES } from '@balcao/shared/access.ts'
import { z } from 'zod'
import { documentClient, tableName } from '../table/client.ts'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { projection } from '../table/projection.ts'
import { isWritten } from '../table/refused.ts'
import { deleteOne, putOne, updateOne } from '../table/single-write.ts'
import { put, transact } from '../table/transact.ts'

/** API Gateway ends a WebSocket after two hours; a row outlives it by a little and is then nobody's. */
const LIFE_SECONDS = 2 * 3600 + 600

/** One open WebSocket of a browser, with what decides which events it receives: a publish reads these rows and nothing else. */
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
    /** The socket belongs to a support session: the person behind it is not the user. */
    support: z.boolean().optional(),
    queueIds: z.array(z.string()),
    allTicket: z.enum(['enabled', 'disabled']),
    /** `tickets:<status>`, `notification`, `screen`, `chat:<ticketId>`. */
    rooms: z.set(z.string()).optional(),
    connectedAt: z.string(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})

/** The company of a socket: the gateway names only the connection. Written once, at the start. */
const SOCKET_OWNERS = defineRow({
  kind: 'socketOwner',
  key: { pk: 'system#socket#${connectionId}', sk: 'owner' },
  content: z.object({ connectionId: z.string(), companyId: z.string(), expiresAt: z.number() }),
})

/** A company with open sockets, now or until lately: events of the installation are published to these. */
const LISTENING = defineRow({
  kind: 'listening',
  key: { pk: 'system#listening', sk: 'company#${companyId}' },
  content: z.object({ companyId: z.string(), expiresAt: z.number() }),
})

type StoredSocket = RowOf<typeof SOCKETS>
export type SocketRow = Omit<StoredSocket, 'rooms'> & { rooms: string[] }

const ATTRIBUTES = [
  ...['companyId', 'connectionId', 'userId', 'userName', 'sessionId', 'profile', 'super', 'support', 'queueIds'],
  ...['allTicket', 'rooms', 'connectedAt', 'expiresAt'],
]

const toSocket = (row: StoredSocket): SocketRow => ({ ...row, rooms: [...(row.rooms ?? [])] })

const isLive = (row: { expiresAt: number }): boolean => row.expiresAt * 1000 > Date.now()

type Rights = Pick<SocketRow, 'userName' | 'profile' | 'super' | 'queueIds' | 'allTicket'>

/** Until when a company is known to be among those that listen, epoch seconds: this process wrote so. */
const listening = new Map<string, number>()
/** A row may be written over by one of a little earlier. */
const OVERLAP_SECONDS = 600

/** Before the socket is there, so that no socket ever is in a company that is not among them. One write per company, process and two hours. */
async function listen(companyId: string, until: number): Promise<void> {
  if ((listening.get(companyId) ?? 0) >= until) return
  const expiresAt = until + LIFE_SECONDS
  await putOne(LISTENING.put({ companyId, expiresAt }))
  if (listening.size >= MOST_OWNERS) listening.clear()
  listening.set(companyId, expiresAt - OVERLAP_SECONDS)
}

/** Every company with an open socket, and some whose last one closed within hours. */
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

/** A connection never changes hands; what is remembered of closed ones is dropped when it is a lot. */
const owners = new Map<string, string>()
const MOST_OWNERS = 10_000

/** The company of a connection. */
export async function ownerOfSocket(connectionId: string): Promise<string | undefined> {
  const known = owners.get(connectionId)
  if (known) return known
  const row = await SOCKET_OWNERS.get({ connectionId }, { consistent: true })
  if (!row || !isLive(row)) return undefined
  if (owners.size >= MOST_OWNERS) owners.clear()
  owners.set(connectionId, row.companyId)
  return row.companyId
}

export async function getSocket(companyId: string, connectionId: string): Promise<SocketRow | undefined> {
  const row = await SOCKETS.get({ companyId, connectionId }, { consistent: true })
  return row && isLive(row) ? toSocket(row) : undefined
}

/** Every open socket of the company. Consistent, so that one that joined a room just before is not missed. */
export async function listSockets(companyId: string): Promise<SocketRow[]> {
  const sockets: SocketRow[] = []
  let from: Record<string, unknown> | undefined
  do {
    const { Items = [], LastEvaluatedKey } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': `${companyId}#socket`, ':sk': 'socket#' },
        ConsistentRead: true,
        ...projection(ATTRIBUTES),
        ...(from ? { ExclusiveStartKey: from } : {}),
      }),
    )
    for (const item of Items as StoredSocket[]) if (isLive(item)) sockets.push(toSocket(item))
    from = LastEvaluatedKey
  } while (from)
  return sockets
}

/** Enters a room; false when the socket is gone. */
export const joinRoom = (companyId: string, connectionId: string, room: string): Promise<boolean> =>
  changeRooms('ADD', companyId, connectionId, room)

/** Leaves a room; false when the socket is gone. */
export const leaveRoom = (companyId: string, connectionId: string, room: string): Promise<boolean> =>
  changeRooms('DELETE', companyId, connectionId, room)

const changeRooms = (verb: 'ADD' | 'DELETE', companyId: string, connectionId: string, room: string): Promise<boolean> =>
  isWritten(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: SOCKETS.key({ companyId, connectionId }),
        UpdateExpression: `${verb} rooms :rooms`,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':rooms': new Set([room]) },
      }),
    ),
  )

/** Carries changed rights of a user into the sockets that are open. */
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
