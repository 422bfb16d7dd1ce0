import { randomUUID } from 'node:crypto'
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { beforeAll, describe, expect, it } from 'vitest'
import { targetClients } from '../test/target-clients.ts'
import { sweepExpired } from './ttl-sweeper.ts'

const { target } = targetClients()
// On AWS the SDK retries throttling and contention; here the test sees every error.
const raw = new DynamoDBClient({ ...target.clients.dynamodb, maxAttempts: target.name === 'aws' ? 5 : 1 })
const client = DynamoDBDocumentClient.from(raw)
const TableName = `test-${randomUUID()}`

const put = (Item: Record<string, unknown>, options: object = {}) =>
  client.send(new PutCommand({ TableName, Item, ...options }))
const get = async (pk: string, sk: string) =>
  (await client.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }))).Item
const transact = (TransactItems: TransactWriteCommandInput['TransactItems'], options: object = {}) =>
  client.send(new TransactWriteCommand({ TransactItems, ...options }))

/** Returns all pages of a query. */
async function queryAll(options: Omit<QueryCommandInput, 'TableName'>) {
  const items: Record<string, unknown>[] = []
  let ExclusiveStartKey: Record<string, unknown> | undefined
  let pages = 0
  do {
    const page = await client.send(new QueryCommand({ TableName, ...options, ExclusiveStartKey }))
    items.push(...(page.Items ?? []))
    ExclusiveStartKey = page.LastEvaluatedKey
    pages++
  } while (ExclusiveStartKey)
  return { items, pages }
}

const ofKey = (pk: string, rest: object = {}) => ({
  KeyConditionExpression: 'pk = :p',
  ExpressionAttributeValues: { ':p': pk },
  ...rest,
})
const ofIndex = (index: number, value: string, rest: object = {}) => ({
  IndexName: `gsi${index}`,
  KeyConditionExpression: `g${index}pk = :p`,
  ExpressionAttributeValues: { ':p': value },
  ...rest,
})

beforeAll(async () => {
  const names = ['pk', 'sk', 'g1pk', 'g1sk', 'g2pk', 'g2sk', 'g3pk', 'g3sk']
  const schema = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ]
  await raw.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: schema('pk', 'sk'),
      AttributeDefinitions: names.map(AttributeName => ({
        AttributeName,
        AttributeType: AttributeName === 'g3sk' ? 'N' : 'S',
      })),
      GlobalSecondaryIndexes: [1, 2, 3].map(i => ({
        IndexName: `gsi${i}`,
        KeySchema: schema(`g${i}pk`, `g${i}sk`),
        Projection: { ProjectionType: i === 2 ? ('KEYS_ONLY' as const) : ('ALL' as const) },
      })),
    }),
  )
  await waitUntilTableExists({ client: raw, maxWaitTime: 60, minDelay: 1 }, { TableName })
  for (let i = 0; i < 50; i++) {
    const number = String(i).padStart(3, '0')
    const indexed =
      i % 5 === 0 ? { g1pk: 'sparse', g1sk: number, g2pk: 'keys', g2sk: number, g3pk: 'numbers', g3sk: i } : {}
    await put({ pk: 'A', sk: `m#${number}`, n: i, ...indexed })
  }
})

describe('queries', () => {
  it('by the beginning of the sort key, and between two', async () => {
    const begins = await queryAll({
      KeyConditionExpression: 'pk = :p and begins_with(sk, :s)',
      ExpressionAttributeValues: { ':p': 'A', ':s': 'm#01' },
    })
    expect(begins.items).toHaveLength(10)
    const between = await queryAll({
      KeyConditionExpression: 'pk = :p and sk between :a and :b',
      ExpressionAttributeValues: { ':p': 'A', ':a': 'm#005', ':b': 'm#009' },
    })
    expect(between.items.map(item => item.n)).toEqual([5, 6, 7, 8, 9])
  })

  it('backwards in pages', async () => {
    const { items, pages } = await queryAll(ofKey('A', { ScanIndexForward: false, Limit: 7 }))
    expect(items.map(item => item.n)).toEqual([...Array(50).keys()].reverse())
    expect(pages).toBe(8)
  })

  it('on sparse, keys-only and numeric indexes', async () => {
    expect((await queryAll(ofIndex(1, 'sparse'))).items).toHaveLength(10)
    const [keysOnly] = (await queryAll(ofIndex(2, 'keys'))).items
    expect(Object.keys(keysOnly ?? {}).sort()).toEqual(['g2pk', 'g2sk', 'pk', 'sk'])
    const numbers = await queryAll(ofIndex(3, 'numbers', { ScanIndexForward: false, Limit: 3 }))
    expect(numbers.items.map(item => item.g3sk)).toEqual([45, 40, 35, 30, 25, 20, 15, 10, 5, 0])
  })

  it('on an index whose keys are all equal, in pages', async () => {
    for (let i = 0; i < 25; i++) await put({ pk: `E${i}`, sk: 'x', g1pk: 'same', g1sk: 'same' })
    const { items } = await queryAll(ofIndex(1, 'same', { Limit: 4 }))
    expect(new Set(items.map(item => item.pk)).size).toBe(25)
  })

  it('on an index that follows updates', async () => {
    await put({ pk: 'F', sk: '1', g1pk: 'follow', g1sk: '1' })
    expect((await queryAll(ofIndex(1, 'follow'))).items).toHaveLength(1)
    await client.send(
      new UpdateCommand({ TableName, Key: { pk: 'F', sk: '1' }, UpdateExpression: 'REMOVE g1pk, g1sk' }),
    )
    expect((await queryAll(ofIndex(1, 'follow'))).items).toHaveLength(0)
  })

  it('filters after reading, and counts', async () => {
    const page = await client.send(
      new QueryCommand({
        TableName,
        ...ofKey('A', {
          FilterExpression: '(n > :x and attribute_exists(g1pk)) or (n in (:q, :w) and not attribute_exists(nope))',
          ExpressionAttributeValues: { ':p': 'A', ':x': 40, ':q': 7, ':w': 8 },
        }),
      }),
    )
    expect(page.Items?.map(item => item.n)).toEqual([7, 8, 45])
    expect(page.ScannedCount).toBe(50)
    const count = await client.send(new QueryCommand({ TableName, ...ofKey('A', { Select: 'COUNT' }) }))
    expect([count.Count, count.Items]).toEqual([50, undefined])
  })

  it('end a page at one megabyte', async () => {
    for (let i = 0; i < 5; i++) await put({ pk: 'BIG', sk: String(i), b: 'x'.repeat(300 * 1024) })
    const { items, pages } = await queryAll(ofKey('BIG'))
    expect(items).toHaveLength(5)
    expect(pages).toBeGreaterThan(1)
  })
})

describe('writes', () => {
  it('meet conditions, and give back what failed them', async () => {
    const again = put(
      { pk: 'A', sk: 'm#001' },
      { ConditionExpression: 'attribute_not_exists(pk)', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
    )
    await expect(again).rejects.toMatchObject({ name: 'ConditionalCheckFailedException', Item: { n: { N: '1' } } })
  })

  it('set, add, append, remove and delete in one update', async () => {
    await put({ pk: 'U', sk: '1', c: 1, l: ['a'], r: 1, m: { a: { b: 1 } }, s: new Set(['x']) })
    const { Attributes } = await client.send(
      new UpdateCommand({
        TableName,
        Key: { pk: 'U', sk: '1' },
        UpdateExpression:
          'SET l = list_append(if_not_exists(l, :e), :l), z = if_not_exists(z, :z), m.a.#b = :z REMOVE r ADD c :one, s :s',
        ExpressionAttributeNames: { '#b': 'b' },
        ExpressionAttributeValues: { ':l': ['b'], ':e': [], ':z': 9, ':one': 1, ':s': new Set(['y']) },
        ReturnValues: 'ALL_NEW',
      }),
    )
    expect(Attributes).toEqual({
      pk: 'U',
      sk: '1',
      c: 2,
      l: ['a', 'b'],
      m: { a: { b: 9 } },
      z: 9,
      s: new Set(['x', 'y']),
    })
    const fewer = await client.send(
      new UpdateCommand({
        TableName,
        Key: { pk: 'U', sk: '1' },
        UpdateExpression: 'DELETE s :s',
        ExpressionAttributeValues: { ':s': new Set(['x']) },
        ReturnValues: 'UPDATED_NEW',
      }),
    )
    expect(fewer.Attributes).toEqual({ s: new Set(['y']) })
  })

  it('count atomically', async () => {
    const add = () =>
      client.send(
        new UpdateCommand({
          TableName,
          Key: { pk: 'CTR', sk: '1' },
          UpdateExpression: 'ADD c :o',
          ExpressionAttributeValues: { ':o': 1 },
          ReturnValues: 'ALL_NEW',
        }),
      )
    const answers = await Promise.all(Array.from({ length: 50 }, add))
    expect(new Set(answers.map(answer => answer.Attributes?.c)).size).toBe(50)
    expect((await get('CTR', '1'))?.c).toBe(50)
  })

  it('go in batches of 25 and are read in batches of 100', async () => {
    const request = (i: number) => ({ PutRequest: { Item: { pk: 'B', sk: String(i) } } })
    const batch = (from: number, size: number) =>
      client.send(
        new BatchWriteCommand({
          RequestItems: { [TableName]: Array.from({ length: size }, (_, i) => request(from + i)) },
        }),
      )
    for (let from = 0; from < 100; from += 25) expect((await batch(from, 25)).UnprocessedItems).toEqual({})
    await expect(batch(0, 26)).rejects.toMatchObject({ name: 'ValidationException' })
    const Keys = Array.from({ length: 100 }, (_, i) => ({ pk: 'B', sk: String(i) }))
    const found = await client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } }))
    expect(found.Responses?.[TableName]).toHaveLength(100)
  })

  it.each([
    ['an item over 400 KB', () => put({ pk: 'X', sk: '1', b: 'x'.repeat(400 * 1024) })],
    ['an empty key', () => put({ pk: '', sk: '1' })],
    ['an index key of the wrong type', () => put({ pk: 'X', sk: 'w', g3pk: 'a', g3sk: 'text' })],
    ['a value no expression uses', () => queryAll(ofKey('A', { ExpressionAttributeValues: { ':p': 'A', ':u': 1 } }))],
    ['a consistent read of an index', () => queryAll(ofIndex(1, 'sparse', { ConsistentRead: true }))],
    [
      'a reserved word',
      () =>
        client.send(
          new UpdateCommand({
            TableName,
            Key: { pk: 'U', sk: '2' },
            UpdateExpression: 'SET name = :n',
            ExpressionAttributeValues: { ':n': 1 },
          }),
        ),
    ],
  ])('refuse %s', async (_, attempt) => {
    await expect(attempt()).rejects.toMatchObject({ name: 'ValidationException' })
  })

  it('report their cost', async () => {
    const { ConsumedCapacity } = await put(
      { pk: 'X', sk: 'cost', g1pk: 'x', g1sk: 'y' },
      { ReturnConsumedCapacity: 'TOTAL' },
    )
    expect(ConsumedCapacity?.CapacityUnits).toBe(2)
  })
})

describe('transactions', () => {
  const item = (sk: string, more: object = {}) => ({ TableName, Item: { pk: 'T', sk, ...more } })

  it('put, update, delete and check together', async () => {
    await put({ pk: 'T', sk: 'gone' })
    await transact([
      { Put: item('1', { v: 1 }) },
      {
        Update: {
          TableName,
          Key: { pk: 'T', sk: '2' },
          UpdateExpression: 'SET v = :v',
          ExpressionAttributeValues: { ':v': 2 },
        },
      },
      { Delete: { TableName, Key: { pk: 'T', sk: 'gone' } } },
      { ConditionCheck: { TableName, Key: { pk: 'A', sk: 'm#001' }, ConditionExpression: 'attribute_exists(pk)' } },
    ])
    const found = await client.send(
      new TransactGetCommand({
        TransactItems: ['1', '2', 'gone'].map(sk => ({ Get: { TableName, Key: { pk: 'T', sk } } })),
      }),
    )
    expect(found.Responses?.map(response => response.Item?.v)).toEqual([1, 2, undefined])
  })

  it('do nothing when one condition fails, and name it', async () => {
    await put({ pk: 'T', sk: 'there', v: 1 })
    const failed = transact([
      { Put: item('never') },
      {
        Put: {
          ...item('there'),
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
    ])
    await expect(failed).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: { v: { N: '1' } } }],
    })
    expect(await get('T', 'never')).toBeUndefined()
  })

  it('take 100 items, each once', async () => {
    const many = (count: number) =>
      transact(Array.from({ length: count }, (_, i) => ({ Put: { TableName, Item: { pk: 'TX', sk: String(i) } } })))
    await many(100)
    await expect(many(101)).rejects.toMatchObject({ name: 'ValidationException' })
    await expect(
      transact([{ Put: item('twice') }, { Delete: { TableName, Key: { pk: 'T', sk: 'twice' } } }]),
    ).rejects.toMatchObject({ name: 'ValidationException' })
  })

  it('happen once per request token', async () => {
    const ClientRequestToken = randomUUID()
    const once = () =>
      transact(
        [
          {
            Update: {
              TableName,
              Key: { pk: 'T', sk: 'once' },
              UpdateExpression: 'ADD c :o',
              ExpressionAttributeValues: { ':o': 1 },
            },
          },
        ],
        { ClientRequestToken },
      )
    await once()
    await once()
    expect((await get('T', 'once'))?.c).toBe(1)
  })
})

describe('tables', () => {
  it('scan in parallel segments', async () => {
    const { Count } = await client.send(new QueryCommand({ TableName, ...ofKey('A') }))
    let seen = 0
    for (let Segment = 0; Segment < 4; Segment++) {
      let ExclusiveStartKey: Record<string, unknown> | undefined
      do {
        const page = await client.send(new ScanCommand({ TableName, Segment, TotalSegments: 4, ExclusiveStartKey }))
        seen += (page.Items ?? []).filter(item => item.pk === 'A').length
        ExclusiveStartKey = page.LastEvaluatedKey
      } while (ExclusiveStartKey)
    }
    expect(seen).toBe(Count)
  })

  it('remember their TTL attribute, and the sweeper deletes by it', async () => {
    await raw.send(
      new UpdateTimeToLiveCommand({
        TableName,
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      }),
    )
    const { TimeToLiveDescription } = await raw.send(new DescribeTimeToLiveCommand({ TableName }))
    expect(TimeToLiveDescription?.AttributeName).toBe('expiresAt')
    const now = Math.floor(Date.now() / 1000)
    await put({ pk: 'TTL', sk: 'old', expiresAt: now - 60 })
    await put({ pk: 'TTL', sk: 'new', expiresAt: now + 3600 })
    const table = { name: TableName, ttlAttribute: 'expiresAt', keys: ['pk', 'sk'] }
    expect(await sweepExpired(raw, table, now, async () => {})).toBe(1)
    expect(await get('TTL', 'old')).toBeUndefined()
    expect(await get('TTL', 'new')).toBeDefined()
  })

  it('describe themselves, and are missed by name', async () => {
    const { Table } = await raw.send(new DescribeTableCommand({ TableName }))
    expect(Table?.GlobalSecondaryIndexes).toHaveLength(3)
    await expect(
      client.send(new GetCommand({ TableName: 'no-such-table', Key: { pk: '1', sk: '2' } })),
    ).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  })
})
