import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { keys, TABLE } from '@balcao/shared/table.ts'
import { chunk } from '../keys/key-packing.ts'

/** Maximum bytes of a part: below DynamoDB's 400 KB per item, with room for the keys. */
const PART_BYTES = 300_000
const PARALLEL = 16
const PART = 'part#'

/**
 * Thrown when another host holds a newer lease of this connection's shard: the data of this host is
 * out of date.
 */
export class FencedError extends Error {
  constructor() {
    super('another host owns this connection')
    this.name = 'FencedError'
  }
}

export type FencedItems = {
  /**
   * Reads an item.
   * @returns undefined if there is no such item
   */
  get: (name: string) => Promise<Buffer | undefined>
  /**
   * Writes an item.
   * @throws FencedError when the item was written under a newer lease
   */
  put: (name: string, value: Buffer, options?: { expiresAt?: number }) => Promise<void>
  remove: (name: string) => Promise<void>
  /**
   * Returns all items with this prefix, in the order of their names. An incomplete one is returned
   * with the rest of its bytes and `broken`.
   */
  list: (prefix: string) => Promise<{ name: string; value: Buffer; broken: boolean }[]>
  /**
   * Removes parts that no item points to, left by a host that died while writing a large item. Must
   * not run while one is being written.
   */
  sweep: () => Promise<void>
  /** Removes all items of the connection. */
  removeAll: () => Promise<void>
}

type Row = { sk: string; fence: number; value?: Uint8Array; parts?: number; generation?: string; expiresAt?: number }

/**
 * Creates the access to a connection's private items. Every write carries the lease's fencing token
 * and is conditional on no newer one having written there, so a host that lost its lease cannot
 * overwrite its successor, however late its request arrives. The condition is per item, without a
 * transaction: each item's states form one line (the successor began from the stored state), so a
 * late write is either refused or a step that the successor has not overtaken yet, which is a valid
 * state.
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
  const unlessNewer = {
    ConditionExpression: 'attribute_not_exists(fence) OR fence <= :fence',
    ExpressionAttributeValues: { ':fence': fence },
  }
  const fenced = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw error instanceof ConditionalCheckFailedException ? new FencedError() : error
    }
  }
  const write = (name: string, attributes: Record<string, unknown>) =>
    fenced(
      table.send(
        new PutCommand({ TableName: tableName, Item: { ...key(name), ...attributes, fence }, ...unlessNewer }),
      ),
    )
  /**
   * Deletes a row.
   * @returns the row that was there
   */
  async function erase(sk: string): Promise<Row | undefined> {
    const { Attributes } = await fenced(
      table.send(
        new DeleteCommand({
          TableName: tableName,
          Key: { [TABLE.partitionKey]: pk, [TABLE.sortKey]: sk },
          ReturnValues: 'ALL_OLD',
          ...unlessNewer,
        }),
      ),
    )
    return Attributes as Row | undefined
  }
  const partName = (name: string, generation: string | undefined, at: number) => `${PART}${name}#${generation}#${at}`

  /** Removes the parts a row points to. */
  async function eraseParts(name: string, row: Row | undefined): Promise<void> {
    for (let at = 0; at < (row?.parts ?? 0); at++) await erase(skPrefix + partName(name, row!.generation, at))
  }

  let puts = 0
  /**
   * Items known to have parts, so that a smaller value that replaces one also removes its parts.
   */
  const large = new Set<string>()

  /**
   * Reads the rows with this prefix.
   * @param keysOnly without their values
   */
  async function rows(prefix: string, keysOnly = false): Promise<Row[]> {
    const found: Row[] = []
    let from: Record<string, unknown> | undefined
    do {
      const page = await table.send(
        new QueryCommand({
          TableName: tableName,
          KeyConditionExpression: `${TABLE.partitionKey} = :pk AND begins_with(${TABLE.sortKey}, :prefix)`,
          ExpressionAttributeValues: { ':pk': pk, ':prefix': skPrefix + prefix },
          ConsistentRead: true,
          ...(keysOnly ? { ProjectionExpression: TABLE.sortKey } : {}),
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
    return row && isAlive(row) ? row : undefined
  }

  const isAlive = (row: Row): boolean => row.expiresAt === undefined || row.expiresAt * 1000 > Date.now()

  /** Returns the bytes of an item; `broken` if a part of them is missing. */
  async function whole(name: string, row: Row): Promise<{ value: Buffer; broken: boolean }> {
    if (!row.parts) return { value: Buffer.from(row.value ?? []), broken: row.value === undefined }
    large.add(name)
    const parts = await Promise.all(
      Array.from({ length: row.parts }, (_, at) => read(partName(name, row.generation, at))),
    )
    return {
      value: Buffer.concat(parts.map(part => part?.value ?? Buffer.alloc(0))),
      broken: parts.some(part => !part?.value),
    }
  }

  return {
    async get(name) {
      const row = await read(name)
      if (!row) return undefined
      const { value, broken } = await whole(name, row)
      if (broken) throw new Error('a part of an item is missing')
      return value
    },
    async put(name, value, options = {}) {
      const inParts = value.length > PART_BYTES
      const before = inParts || large.has(name) ? await read(name) : undefined
      if (!inParts) {
        await write(name, { value, ...options })
        await eraseParts(name, before)
        large.delete(name)
        return
      }
      // The parts are written first, under a new name, so that the head never points to a mixture.
      large.add(name)
      const generation = `${fence}-${Date.now().toString(36)}-${(puts++).toString(36)}`
      const parts = chunk(value, PART_BYTES)
      for (const [at, part] of parts.entries()) {
        await write(partName(name, generation, at), { value: part, ...options })
      }
      await write(name, { parts: parts.length, generation, ...options })
      await eraseParts(name, before)
    },
    async remove(name) {
      await eraseParts(name, await erase(skPrefix + name))
      large.delete(name)
    },
    async list(prefix) {
      const found = await rows(prefix)
      const items: { name: string; value: Buffer; broken: boolean }[] = []
      for (const row of found.filter(isAlive)) {
        const name = row.sk.slice(skPrefix.length)
        items.push({ name, ...(await whole(name, row)) })
      }
      return items
    },
    async sweep() {
      const generations = new Map<string, Promise<string | undefined>>()
      for (const { sk } of await rows(PART, true)) {
        const [, name, generation] = /^part#(.*)#([^#]*)#\d+$/.exec(sk.slice(skPrefix.length)) ?? []
        if (name === undefined) continue
        if (!generations.has(name))
          generations.set(
            name,
            read(name).then(row => row?.generation),
          )
        if ((await generations.get(name)) !== generation) await erase(sk)
      }
    },
    async removeAll() {
      const found = await rows('')
      for (let at = 0; at < found.length; at += PARALLEL) {
        await Promise.all(found.slice(at, at + PARALLEL).map(row => erase(row.sk)))
      }
    },
  }
}
