import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { keys, TABLE } from '@balcao/shared/table.ts'

/** A lease as a host holds it. */
export type Lease = {
  shard: number
  /** Rises with every acquisition, by whoever. */
  fence: number
  /** When the owner before was last known to be alive, if it did not release the lease. */
  lastSeen: number | undefined
}

export type Registration = { companyId: string; connectionId: string; refuseCalls?: boolean }

export type LeaseTable = {
  /** Takes a shard that is free, expired or our own; undefined when another host has it. */
  acquire: (shard: number) => Promise<Lease | undefined>
  /** @returns false when it is not ours any more */
  renew: (lease: Lease) => Promise<boolean>
  release: (lease: Lease) => Promise<void>
  /** Who holds what now. */
  leases: () => Promise<{ shard: number; owner: string; leaseUntil: number }[]>
  /** Tells that this host lives, and counts the hosts that do. */
  heartbeat: (sessions: number) => Promise<number>
  goodbye: () => Promise<void>
  registrations: (shard: number) => Promise<Registration[]>
  registration: (shard: number, connectionId: string) => Promise<Registration | undefined>
}

type LeaseRow = { owner?: string; fence?: number; leaseUntil?: number; renewedAt?: number }

/** The rows by which hosts agree who serves what. @param skewMs how far clocks may differ */
export function createLeaseTable(
  table: DynamoDBDocumentClient,
  options: { tableName: string; hostId: string; leaseMs: number; skewMs?: number },
): LeaseTable {
  const { tableName: TableName, hostId, leaseMs } = options
  const skewMs = options.skewMs ?? 1000
  const conditional = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined
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

  return {
    async acquire(shard) {
      const now = Date.now()
      const before = await table.send(new GetCommand({ TableName, Key: keys.shardLease(shard), ConsistentRead: true }))
      const row = before.Item as LeaseRow | undefined
      const answer = await conditional(
        table.send(
          new UpdateCommand({
            TableName,
            Key: keys.shardLease(shard),
            UpdateExpression:
              'SET #owner = :me, fence = if_not_exists(fence, :zero) + :one, leaseUntil = :until, renewedAt = :now',
            ConditionExpression: 'attribute_not_exists(leaseUntil) OR leaseUntil < :expired OR #owner = :me',
            ExpressionAttributeNames: { '#owner': 'owner' },
            ExpressionAttributeValues: {
              ':me': hostId,
              ':zero': 0,
              ':one': 1,
              ':until': now + leaseMs,
              ':now': now,
              ':expired': now - skewMs,
            },
            ReturnValues: 'ALL_NEW',
          }),
        ),
      )
      const fence = (answer?.Attributes as LeaseRow | undefined)?.fence
      if (fence === undefined) return undefined
      // A released lease has no end; its sessions have noted themselves since when they are down.
      return { shard, fence, lastSeen: row?.leaseUntil ? row.renewedAt : undefined }
    },

    async renew({ shard, fence }) {
      const now = Date.now()
      const answer = await conditional(
        table.send(
          new UpdateCommand({
            TableName,
            Key: keys.shardLease(shard),
            UpdateExpression: 'SET leaseUntil = :until, renewedAt = :now',
            ConditionExpression: '#owner = :me AND fence = :fence',
            ExpressionAttributeNames: { '#owner': 'owner' },
            ExpressionAttributeValues: { ':me': hostId, ':fence': fence, ':until': now + leaseMs, ':now': now },
          }),
        ),
      )
      return answer !== undefined
    },

    async release({ shard, fence }) {
      await conditional(
        table.send(
          new UpdateCommand({
            TableName,
            Key: keys.shardLease(shard),
            UpdateExpression: 'SET leaseUntil = :none REMOVE #owner',
            ConditionExpression: '#owner = :me AND fence = :fence',
            ExpressionAttributeNames: { '#owner': 'owner' },
            ExpressionAttributeValues: { ':me': hostId, ':fence': fence, ':none': 0 },
          }),
        ),
      )
    },

    async leases() {
      const { pk } = keys.shardLease(0)
      return (await rows(pk, 'shard#')).map(item => ({
        shard: Number(String(item[TABLE.sortKey]).split('#')[1]),
        owner: String(item.owner ?? ''),
        leaseUntil: Number(item.leaseUntil ?? 0),
      }))
    },

    async heartbeat(sessions) {
      const now = Date.now()
      await table.send(
        new PutCommand({
          TableName,
          Item: {
            ...keys.host(hostId),
            hostId,
            sessions,
            aliveUntil: now + leaseMs,
            [TABLE.ttlAttribute]: Math.ceil((now + leaseMs) / 1000) + 60,
          },
        }),
      )
      return Math.max(
        1,
        (await rows(keys.host(hostId).pk, 'host#')).filter(item => Number(item.aliveUntil) > now).length,
      )
    },

    async goodbye() {
      await table.send(new DeleteCommand({ TableName, Key: keys.host(hostId) }))
    },

    async registrations(shard) {
      const { pk, skPrefix } = keys.shardRegistry(shard)
      return (await rows(pk, skPrefix)) as Registration[]
    },

    async registration(shard, connectionId) {
      const Key = keys.shardRegistration(shard, connectionId)
      const { Item } = await table.send(new GetCommand({ TableName, Key, ConsistentRead: true }))
      return Item as Registration | undefined
    },
  }
}
