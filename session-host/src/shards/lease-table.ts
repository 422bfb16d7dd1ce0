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

/** Lease of a shard, valid as long as its host's heartbeat. */
export type Lease = {
  shard: number
  /** Fencing token, which rises with every acquisition by any host. */
  fence: number
  /**
   * Time at which the previous owner was last known to be alive, if it did not release the shard.
   */
  lastSeen: number | undefined
}

export type Registration = { companyId: string; connectionId: string; refuseCalls?: boolean }

/** Holder of a shard; `owner` is empty after a release. */
export type Holding = { shard: number; owner: string; fence: number }

export type LeaseTable = {
  /** Name of this host. */
  hostId: string
  /**
   * Takes a shard that is free, our own, or a dead host's; undefined if a living host has it or
   * another was faster.
   * @param lostAt when this host last knew the shard to be its own, if it lost it
   */
  acquire: (shard: number, lostAt?: number) => Promise<Lease | undefined>
  release: (lease: Pick<Lease, 'shard' | 'fence'>) => Promise<void>
  /** Returns the current holders of the shards. */
  leases: () => Promise<Holding[]>
  /**
   * Reports that this host is alive for `leaseMs` from now, which extends all its leases.
   * @returns false when another host has declared it dead: other hosts may have its leases by now,
   * and it starts anew with the next call
   */
  heartbeat: (sessions: number) => Promise<boolean>
  /**
   * Returns the living hosts, this one among them, and those that ended without releasing their
   * leases.
   */
  hosts: () => Promise<{ living: ReadonlySet<string>; dead: string[] }>
  /** Deletes a dead host that holds nothing any more. */
  bury: (hostId: string) => Promise<void>
  goodbye: () => Promise<void>
  registrations: (shard: number) => Promise<Registration[]>
  registration: (shard: number, connectionId: string) => Promise<Registration | undefined>
}

/** `renewedAt` is written by older versions, which renewed each lease by itself. */
type LeaseRow = { owner?: string; fence?: number; renewedAt?: number }
/** `over`: another host declared it dead, and it must not continue under this row. */
type HostRow = { hostId: string; aliveUntil: number; over?: true }

/**
 * Maximum time in milliseconds that a dead host's row is kept, which says since when its shards
 * were not served.
 */
const REMEMBERED_MS = 30 * 86_400_000

/**
 * Creates the access to the rows by which hosts agree who serves which shard.
 * @param skewMs how far clocks may differ
 */
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

  /** Returns all rows of a partition with this prefix. */
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
        // The row must be as it was read: taking or releasing a lease changes its owner or its
        // fence.
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
      // A host that is not over may be about to send its heartbeat: the condition orders the two
      // writes.
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
      // A released lease has no owner; its sessions have recorded the start of their gap
      // themselves.
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
      const values = {
        sessions,
        aliveUntil: now + leaseMs,
        [TABLE.ttlAttribute]: Math.ceil((now + REMEMBERED_MS) / 1000),
      }
      if (!registered) {
        await table.send(new PutCommand({ TableName, Item: { ...keys.host(hostId), hostId, ...values } }))
        registered = true
        return true
      }
      const answer = await conditional(
        table.send(
          new UpdateCommand({
            TableName,
            Key: keys.host(hostId),
            UpdateExpression: 'SET #sessions = :sessions, aliveUntil = :until, #ttl = :ttl',
            // The condition keeps the latest promise: an older call that arrives late must not
            // shorten a newer one.
            ConditionExpression: 'aliveUntil <= :until AND attribute_not_exists(#over)',
            ExpressionAttributeNames: { '#sessions': 'sessions', '#ttl': TABLE.ttlAttribute, '#over': 'over' },
            ExpressionAttributeValues: {
              ':sessions': sessions,
              ':until': values.aliveUntil,
              ':ttl': values[TABLE.ttlAttribute],
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
