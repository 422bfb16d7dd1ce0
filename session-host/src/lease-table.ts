import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { keys, TABLE } from '@balcao/shared/table.ts'

/** A shard as a host holds it, for as long as that host's heartbeat is good. */
export type Lease = {
  shard: number
  /** Rises with every acquisition, by whoever. */
  fence: number
  /** When the owner before was last known to be alive, if it did not release the shard. */
  lastSeen: number | undefined
}

export type Registration = { companyId: string; connectionId: string; refuseCalls?: boolean }

/** Who holds a shard; `owner` is empty when it was released. */
export type Holding = { shard: number; owner: string; fence: number }

export type LeaseTable = {
  /** This host's name. */
  hostId: string
  /**
   * Takes a shard that is free, our own, or a dead host's; undefined when a living one has it or another was faster.
   * @param lostAt when this host last knew the shard to be its own, if it lost it
   */
  acquire: (shard: number, lostAt?: number) => Promise<Lease | undefined>
  release: (lease: Pick<Lease, 'shard' | 'fence'>) => Promise<void>
  /** Who holds what now. */
  leases: () => Promise<Holding[]>
  /**
   * Tells that this host lives, for `leaseMs` from now, and with it all its leases. @returns false when another host has counted
   * it among the dead: its leases may be others' by now, and it begins anew with the next call
   */
  heartbeat: (sessions: number) => Promise<boolean>
  /** The hosts that live, this one among them, and those that ended without a word. */
  hosts: () => Promise<{ living: ReadonlySet<string>; dead: string[] }>
  /** Forgets a dead host that holds nothing any more. */
  bury: (hostId: string) => Promise<void>
  goodbye: () => Promise<void>
  registrations: (shard: number) => Promise<Registration[]>
  registration: (shard: number, connectionId: string) => Promise<Registration | undefined>
}

/** `renewedAt` is of versions that renewed each lease by itself. */
type LeaseRow = { owner?: string; fence?: number; renewedAt?: number }
/** `over`: another host counts it among the dead, and it does not come to life again under this row. */
type HostRow = { hostId: string; aliveUntil: number; over?: true }

/** A dead host's row says since when its shards were not served; that long at most. */
const REMEMBERED_MS = 30 * 86_400_000

/** The rows by which hosts agree who serves what. @param skewMs how far clocks may differ */
export function createLeaseTable(
  table: DynamoDBDocumentClient,
  options: { tableName: string; hostId: string; leaseMs: number; skewMs?: number },
): LeaseTable {
  const { tableName: TableName, hostId, leaseMs } = options
  const skewMs = options.skewMs ?? 1000
  let registered = false
  const conditional = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException || error instanceof TransactionCanceledException)
        return undefined
      throw error
    }
  }

  /** All rows of a partition whose keys begin so. */
  const rows = async (pk: string, skPrefix: string): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = []
    let from: Record<string, unknown> | undefined
    do {
      const page = await table.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: `${TABLE.partitionKey} = :pk AND begins_with(${TABLE.sortKey}, :prefix)`,
          ExpressionAttributeValues: { ':pk': pk, ':prefix': skPrefix },
          ConsistentRead: true,
          ...(from ? { ExclusiveStartKey: from } : {}),
        }),
      )
      found.push(...(page.Items ?? []))
      from = page.LastEvaluatedKey
    } while (from)
    return found
  }
  const item = async <T>(Key: Record<string, unknown>): Promise<T | undefined> =>
    (await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item as T | undefined

  return {
    hostId,

    async acquire(shard, lostAt) {
      const row = await item<LeaseRow>(keys.shardLease(shard))
      const owner = row?.owner && row.owner !== hostId ? row.owner : undefined
      const before = owner === undefined ? undefined : await item<HostRow>(keys.host(owner))
      const isLiving = before !== undefined && !before.over && before.aliveUntil + skewMs >= Date.now()
      if (isLiving) return undefined
      const fence = (row?.fence ?? 0) + 1
      const take = {
        TableName,
        Key: keys.shardLease(shard),
        UpdateExpression: 'SET #owner = :me, fence = :fence REMOVE leaseUntil, renewedAt',
        // As it was read: whoever takes or gives back a lease changes its owner or its fence.
        ConditionExpression: [
          row?.fence === undefined ? 'attribute_not_exists(fence)' : 'fence = :before',
          row?.owner === undefined ? 'attribute_not_exists(#owner)' : '#owner = :owner',
        ].join(' AND '),
        ExpressionAttributeNames: { '#owner': 'owner' },
        ExpressionAttributeValues: {
          ':me': hostId,
          ':fence': fence,
          ...(row?.fence === undefined ? {} : { ':before': row.fence }),
          ...(row?.owner === undefined ? {} : { ':owner': row.owner }),
        },
      }
      // Who is not over yet may be about to say that it lives: its heartbeat and this are one after the other.
      const bury = before &&
        !before.over && {
          TableName,
          Key: keys.host(before.hostId),
          UpdateExpression: 'SET #over = :true',
          ConditionExpression: 'aliveUntil = :seen',
          ExpressionAttributeNames: { '#over': 'over' },
          ExpressionAttributeValues: { ':true': true, ':seen': before.aliveUntil },
        }
      const taken = await conditional<unknown>(
        bury
          ? table.send(new TransactWriteCommand({ TransactItems: [{ Update: bury }, { Update: take }] }))
          : table.send(new UpdateCommand(take)),
      )
      if (taken === undefined) return undefined
      // A released lease has no owner; its sessions have noted themselves since when they are down.
      if (!row?.owner) return { shard, fence, lastSeen: undefined }
      if (row.owner === hostId) return { shard, fence, lastSeen: lostAt }
      return { shard, fence, lastSeen: before ? before.aliveUntil - leaseMs : row.renewedAt }
    },

    async release({ shard, fence }) {
      await conditional(
        table.send(
          new UpdateCommand({
            TableName,
            Key: keys.shardLease(shard),
            UpdateExpression: 'REMOVE #owner, leaseUntil, renewedAt',
            ConditionExpression: '#owner = :me AND fence = :fence',
            ExpressionAttributeNames: { '#owner': 'owner' },
            ExpressionAttributeValues: { ':me': hostId, ':fence': fence },
          }),
        ),
      )
    },

    async leases() {
      const { pk } = keys.shardLease(0)
      return (await rows(pk, 'shard#')).map(row => ({
        shard: Number(String(row[TABLE.sortKey]).split('#')[1]),
        owner: String(row.owner ?? ''),
        fence: Number(row.fence ?? 0),
      }))
    },

    async heartbeat(sessions) {
      const now = Date.now()
      const said = {
        sessions,
        aliveUntil: now + leaseMs,
        [TABLE.ttlAttribute]: Math.ceil((now + REMEMBERED_MS) / 1000),
      }
      if (!registered) {
        await table.send(new PutCommand({ TableName, Item: { ...keys.host(hostId), hostId, ...said } }))
        registered = true
        return true
      }
      const answer = await conditional(
        table.send(
          new UpdateCommand({
            TableName,
            Key: keys.host(hostId),
            UpdateExpression: 'SET #sessions = :sessions, aliveUntil = :until, #ttl = :ttl',
            // Not later than what was said since: an older call that arrives late must not shorten what a newer one promised.
            ConditionExpression: 'aliveUntil <= :until AND attribute_not_exists(#over)',
            ExpressionAttributeNames: { '#sessions': 'sessions', '#ttl': TABLE.ttlAttribute, '#over': 'over' },
            ExpressionAttributeValues: {
              ':sessions': sessions,
              ':until': said.aliveUntil,
              ':ttl': said[TABLE.ttlAttribute],
            },
          }),
        ),
      )
      registered = answer !== undefined
      return registered
    },

    async hosts() {
      const now = Date.now()
      const all = (await rows(keys.host(hostId).pk, 'host#')) as HostRow[]
      const isLiving = (host: HostRow) => !host.over && host.aliveUntil > now
      return {
        living: new Set([hostId, ...all.filter(isLiving).map(host => host.hostId)]),
        dead: all.filter(host => !isLiving(host) && host.hostId !== hostId).map(host => host.hostId),
      }
    },

    async bury(deadId) {
      await conditional(
        table.send(
          new DeleteCommand({
            TableName,
            Key: keys.host(deadId),
            ConditionExpression: 'aliveUntil < :expired',
            ExpressionAttributeValues: { ':expired': Date.now() - skewMs },
          }),
        ),
      )
    },

    async goodbye() {
      await table.send(new DeleteCommand({ TableName, Key: keys.host(hostId) }))
    },

    async registrations(shard) {
      const { pk, skPrefix } = keys.shardRegistry(shard)
      return (await rows(pk, skPrefix)) as Registration[]
    },

    registration: (shard, connectionId) => item<Registration>(keys.shardRegistration(shard, connectionId)),
  }
}
