import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { keys, TABLE } from '@balcao/shared/table.ts'
import { chunk } from './key-packing.ts'

/** Below DynamoDB's 400 KB per item, with room for the keys. */
const PART_BYTES = 300_000
const PARALLEL = 16

/** Another host holds a newer lease of this connection's shard: whatever this one knows is history. */
export class FencedError extends Error {
  constructor() {
    super('another host owns this connection')
    this.name = 'FencedError'
  }
}

export type FencedItems = {
  /** @returns undefined when there is no such item */
  get: (name: string) => Promise<Buffer | undefined>
  /** @throws FencedError when the item was written under a newer lease */
  put: (name: string, value: Buffer, options?: { expiresAt?: number }) => Promise<void>
  remove: (name: string) => Promise<void>
  /** All items whose name begins so, in the order of their names. */
  list: (prefix: string) => Promise<{ name: string; value: Buffer }[]>
  /** Removes everything of the connection. */
  removeAll: () => Promise<void>
}

type Row = { sk: string; fence: number; value?: Uint8Array; parts?: number; generation?: string; expiresAt?: number }

/**
 * A connection's private items. Every write carries the lease's fencing token and is conditional on no newer one having
 * written there, so a host that lost its lease cannot overwrite its successor, however late its request arrives.
 *
 * The condition is per item, without a transaction: each item's states form one line (the successor began from what was
 * stored), so a late write either is refused or is a step the successor has not overtaken yet, which is a valid state.
 * @param fence the token of the lease the host holds
 */
export function createFencedItems(
  table: DynamoDBDocumentClient,
  tableName: string,
  owner: { companyId: string; connectionId: string },
  fence: number,
): FencedItems {
  const { pk, skPrefix } = keys.auth(owner.companyId, owner.connectionId)
  const key = (name: string) => ({ [TABLE.partitionKey]: pk, [TABLE.sortKey]: skPrefix + name })
  const guard = {
    ConditionExpression: 'attribute_not_exists(fence) OR fence <= :fence',
    ExpressionAttributeValues: { ':fence': fence },
  }
  const fenced = async (work: Promise<unknown>) => {
    try {
      await work
    } catch (error) {
      throw error instanceof ConditionalCheckFailedException ? new FencedError() : error
    }
  }
  const write = (name: string, attributes: Record<string, unknown>) =>
    fenced(table.send(new PutCommand({ TableName: tableName, Item: { ...key(name), ...attributes, fence }, ...guard })))
  const erase = (sk: string) =>
    fenced(
      table.send(
        new DeleteCommand({
          TableName: tableName,
          Key: { [TABLE.partitionKey]: pk, [TABLE.sortKey]: sk },
          ...guard,
        }),
      ),
    )

  async function rows(prefix: string): Promise<Row[]> {
    const found: Row[] = []
    let from: Record<string, unknown> | undefined
    do {
      const page = await table.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: `${TABLE.partitionKey} = :pk AND begins_with(${TABLE.sortKey}, :prefix)`,
          ExpressionAttributeValues: { ':pk': pk, ':prefix': skPrefix + prefix },
          ConsistentRead: true,
          ...(from ? { ExclusiveStartKey: from } : {}),
        }),
      )
      found.push(...((page.Items ?? []) as Row[]))
      from = page.LastEvaluatedKey
    } while (from)
    return found
  }

  async function read(name: string): Promise<Row | undefined> {
    const { Item } = await table.send(new GetCommand({ TableName: tableName, Key: key(name), ConsistentRead: true }))
    const row = Item as Row | undefined
    return row && (row.expiresAt === undefined || row.expiresAt * 1000 > Date.now()) ? row : undefined
  }

  return {
    async get(name) {
      const row = await read(name)
      if (!row) return undefined
      if (!row.parts) return Buffer.from(row.value ?? [])
      const parts = await Promise.all(
        Array.from({ length: row.parts }, (_, at) => read(`part#${name}#${row.generation}#${at}`)),
      )
      if (parts.some(part => !part?.value)) throw new Error('a part of an item is missing')
      return Buffer.concat(parts.map(part => part!.value!))
    },
    async put(name, value, options = {}) {
      if (value.length <= PART_BYTES) return write(name, { value, ...options })
      // The parts first, under a name of their own, so that the head never points at a mixture.
      const before = await read(name)
      const generation = `${fence}-${Date.now().toString(36)}`
      const parts = chunk(value, PART_BYTES)
      for (const [at, part] of parts.entries()) {
        await write(`part#${name}#${generation}#${at}`, { value: part, ...options })
      }
      await write(name, { parts: parts.length, generation, ...options })
      for (let at = 0; at < (before?.parts ?? 0); at++) {
        await erase(`${skPrefix}part#${name}#${before!.generation}#${at}`)
      }
    },
    remove: name => erase(skPrefix + name),
    async list(prefix) {
      const found = await rows(prefix)
      return found.map(row => ({ name: row.sk.slice(skPrefix.length), value: Buffer.from(row.value ?? []) }))
    },
    async removeAll() {
      const found = await rows('')
      for (let at = 0; at < found.length; at += PARALLEL) {
        await Promise.all(found.slice(at, at + PARALLEL).map(row => erase(row.sk)))
      }
    },
  }
}
