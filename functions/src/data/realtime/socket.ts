import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { PROFILES } from '@balcao/shared/access.ts'
import { Entity, type EntityItem } from 'electrodb'
import { documentClient, tableName } from '../table/client.ts'
import { index, model } from '../table/entity.ts'
import { projection } from '../table/projection.ts'
import { isRefused } from '../table/refused.ts'
import { put, transact } from '../table/transact.ts'

/** API Gateway ends a WebSocket after two hours; a row outlives it by a little and is then nobody's. */
const LIFE_SECONDS = 2 * 3600 + 600

/** One open WebSocket of a browser, with what decides what it may hear: a publish reads these rows and nothing else. */
const SocketEntity = new Entity({
  model: model('socket'),
  attributes: {
    companyId: { type: 'string', required: true },
    connectionId: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    userName: { type: 'string', required: true },
    sessionId: { type: 'string', required: true },
    profile: { type: PROFILES, required: true },
    super: { type: 'boolean', required: true },
    /** It is that of a support session: whoever is there is not the user. */
    support: { type: 'boolean' },
    queueIds: { type: 'list', items: { type: 'string' }, required: true },
    allTicket: { type: ['enabled', 'disabled'] as const, required: true },
    /** `tickets:<status>`, `notification`, `screen`, `chat:<ticketId>`. */
    rooms: { type: 'set', items: 'string' },
    connectedAt: { type: 'string', required: true },
    /** Epoch seconds. */
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    byCompany: index(
      'main',
      { composite: ['companyId'], template: '${companyId}#socket' },
      { composite: ['connectionId'], template: 'socket#${connectionId}' },
    ),
  },
})

/** Whose socket it is: the gateway names only the connection. Written once, at the start. */
const SocketOwnerEntity = new Entity({
  model: model('socketOwner'),
  attributes: {
    connectionId: { type: 'string', required: true },
    companyId: { type: 'string', required: true },
    expiresAt: { type: 'number', required: true },
  },
  indexes: {
    byConnection: index(
      'main',
      { composite: ['connectionId'], template: 'system#socket#${connectionId}' },
      { composite: [], template: 'owner' },
    ),
  },
})

/** A company that somebody listens in, or did until lately: what is told to every company goes to these. */
const ListeningEntity = new Entity({
  model: model('listening'),
  attributes: { companyId: { type: 'string', required: true }, expiresAt: { type: 'number', required: true } },
  indexes: {
    byCompany: index(
      'main',
      { composite: [], template: 'system#listening' },
      { composite: ['companyId'], template: 'company#${companyId}' },
    ),
  },
})

export type SocketRow = Omit<EntityItem<typeof SocketEntity>, 'rooms'> & { rooms: string[] }

const options = () => ({ client: documentClient(), table: tableName() })

type StoredSocket = EntityItem<typeof SocketEntity>

const ATTRIBUTES = Object.keys(SocketEntity.schema.attributes).filter(name => !name.startsWith('__'))

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
  await ListeningEntity.put({ companyId, expiresAt }).go(options())
  if (listening.size >= MOST_OWNERS) listening.clear()
  listening.set(companyId, expiresAt - OVERLAP_SECONDS)
}

/** Every company with an open socket, and some whose last one closed within hours. */
export async function listListening(): Promise<string[]> {
  const { data } = await ListeningEntity.query.byCompany({}).go({ ...options(), pages: 'all', consistent: true })
  return data.filter(isLive).map(({ companyId }) => companyId)
}

export async function addSocket(
  socket: Rights & Pick<SocketRow, 'companyId' | 'connectionId' | 'userId' | 'sessionId' | 'support'>,
): Promise<void> {
  const { companyId, connectionId } = socket
  const now = Date.now()
  const expiresAt = Math.floor(now / 1000) + LIFE_SECONDS
  await listen(companyId, expiresAt)
  await transact([
    put(
      'socket',
      SocketEntity.put({ ...socket, connectedAt: new Date(now).toISOString(), expiresAt }).params({
        table: tableName(),
      }),
    ),
    put('owner', SocketOwnerEntity.put({ connectionId, companyId, expiresAt }).params({ table: tableName() })),
  ])
}

/** A connection never changes hands; what is remembered of closed ones is dropped when it is a lot. */
const owners = new Map<string, string>()
const MOST_OWNERS = 10_000

/** The company of a connection. */
export async function ownerOfSocket(connectionId: string): Promise<string | undefined> {
  const known = owners.get(connectionId)
  if (known) return known
  const { data } = await SocketOwnerEntity.get({ connectionId }).go({ ...options(), consistent: true })
  if (!data || !isLive(data)) return undefined
  if (owners.size >= MOST_OWNERS) owners.clear()
  owners.set(connectionId, data.companyId)
  return data.companyId
}

export async function getSocket(companyId: string, connectionId: string): Promise<SocketRow | undefined> {
  const { data } = await SocketEntity.get({ companyId, connectionId }).go({ ...options(), consistent: true })
  return data && isLive(data) ? toSocket(data) : undefined
}

/** Every open socket of the company. Consistent, so that one that joined a room just before is not missed. */
export async function listSockets(companyId: string): Promise<SocketRow[]> {
  const sockets: SocketRow[] = []
  let from: Record<string, unknown> | undefined
  do {
    // Without ElectroDB: everything that happens is told, and mostly there are few who hear it.
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

/** Written without ElectroDB, whose sets need a client before there is one. */
const changeRooms = (
  verb: 'ADD' | 'DELETE',
  companyId: string,
  connectionId: string,
  room: string,
): Promise<boolean> => {
  const { Key } = SocketEntity.get({ companyId, connectionId }).params<{ Key: Record<string, string> }>(options())
  return ifThere(
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key,
        UpdateExpression: `${verb} rooms :rooms`,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':rooms': new Set([room]) },
      }),
    ),
  )
}

/** Carries changed rights of a user into the sockets that are open. */
export async function changeSocketRights(companyId: string, userId: string, rights: Rights): Promise<void> {
  const sockets = (await listSockets(companyId)).filter(socket => socket.userId === userId)
  await Promise.all(
    sockets.map(({ connectionId }) =>
      ifThere(SocketEntity.patch({ companyId, connectionId }).set(rights).go(options())),
    ),
  )
}

export async function removeSocket(companyId: string, connectionId: string): Promise<void> {
  await Promise.all([
    SocketEntity.delete({ companyId, connectionId }).go(options()),
    SocketOwnerEntity.delete({ connectionId }).go(options()),
  ])
}

async function ifThere(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}
