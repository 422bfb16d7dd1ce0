import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb'
import type { TableReader } from '@balcao/functions/data/table/table-reader.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CREDENTIALS, REGION } from '../aws-names.ts'
import { readConfig } from '../config.ts'
import { resourceNames, testResources } from '../resources.ts'
import { type Services, startServices } from '../start-services.ts'
import { openTableReader } from './open-table-reader.ts'

type Values = Record<string, unknown>

const TableName = resourceNames('local').table
// What is asked of an engine that is not ours is its own affair.
const { target, dynamodbEndpoint } = readConfig()

describe.runIf(target === 'embedded' && !dynamodbEndpoint)('the reader of the engine’s file', () => {
  let services: Services
  let client: DynamoDBDocumentClient
  let read: TableReader
  const dir = mkdtempSync(join(tmpdir(), 'balcao table reader-'))
  const file = join(dir, 'dynamodb.sqlite')
  const put = (Item: Values) => client.send(new PutCommand({ TableName, Item }))

  beforeAll(async () => {
    services = await startServices({ dataDir: dir, resources: testResources('local') })
    const { dynamodb: endpoint } = services.endpoints
    client = DynamoDBDocumentClient.from(
      new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS, maxAttempts: 1 }),
      { marshallOptions: { removeUndefinedValues: true } },
    )
    read = openTableReader(file)
    let n = 0
    for (const pk of ['a', 'b'])
      for (const sk of ['1', '1#x', '1#y', '2', 'é', 'z', '🙂'])
        await put({ pk, sk, gsi1pk: 'g', gsi1sk: `${n++ % 3}`, n: n / 4, list: [1, null, { deep: true }], on: true })
    await put({ pk: 'a', sk: 'bytes', bytes: new Uint8Array([1, 2, 3]), many: new Set(['x', 'y']), text: 'ação "x"' })
  })
  afterAll(async () => {
    await services.close()
    rmSync(dir, { recursive: true })
  })

  /** Bytes compare as bytes, whichever class holds them. */
  const plain = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (_, each) =>
        each instanceof Set
          ? [...each].sort()
          : each?.type === 'Buffer'
            ? each.data
            : each instanceof Uint8Array
              ? [...each]
              : each,
      ),
    )

  async function same(command: GetCommand | QueryCommand | BatchGetCommand, operation: string) {
    const { $metadata: _, ...expected } = (await client.send(command as GetCommand)) as Values & { $metadata: unknown }
    const found = read(operation, command.input as unknown as Values)
    expect(found).toBeDefined()
    const inOrder = (answer: Values) =>
      operation === 'BatchGetItem'
        ? (Object.values(answer.Responses as object)[0] as Values[]).toSorted((a, b) =>
            `${a.pk}${a.sk}` < `${b.pk}${b.sk}` ? -1 : 1,
          )
        : answer
    expect(plain(inOrder(found!))).toEqual(plain(inOrder(expected)))
    return expected
  }

  it('gets what the engine gets, of every type, whole and in part', async () => {
    for (const Key of [
      { pk: 'a', sk: 'bytes' },
      { pk: 'a', sk: '1' },
      { pk: 'a', sk: 'none' },
    ]) {
      await same(new GetCommand({ TableName, Key }), 'GetItem')
      const names = { '#n': 'n', '#t': 'text' }
      await same(
        new GetCommand({
          TableName,
          Key,
          ConsistentRead: true,
          ProjectionExpression: '#n, #t',
          ExpressionAttributeNames: names,
        }),
        'GetItem',
      )
    }
    const Keys = [
      { pk: 'b', sk: '2' },
      { pk: 'a', sk: '🙂' },
      { pk: 'a', sk: 'none' },
    ]
    await same(new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } }), 'BatchGetItem')
    const part = { Keys, ProjectionExpression: 'pk,sk,#o', ExpressionAttributeNames: { '#o': 'on' } }
    await same(new BatchGetCommand({ RequestItems: { [TableName]: part } }), 'BatchGetItem')
  })

  it('queries what the engine queries, page by page, whichever way', async () => {
    const text = fc.constantFrom('', '0', '1', '1#', '1#x', '2', 'é', 'z', 'zz', '🙂')
    const range = fc.oneof(
      fc.record({ kind: fc.constant('none'), a: text, b: text }),
      fc.record({ kind: fc.constantFrom('begins', '=', '<', '<=', '>', '>=', 'between'), a: text, b: text }),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('main', 'gsi1'),
        fc.constantFrom('a', 'b', 'g', 'nothing'),
        range,
        fc.boolean(),
        fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
        fc.boolean(),
        async (index, partition, { kind, a, b }, forward, Limit, part) => {
          const [low, high] = [a, b].toSorted() as [string, string]
          if (kind !== 'none' && low === '' && kind !== 'begins') return
          if (kind !== 'none' && (kind === 'between' ? low : a) === '') return
          const condition =
            kind === 'none'
              ? ''
              : kind === 'begins'
                ? ' and begins_with(#sk, :low)'
                : kind === 'between'
                  ? ' and #sk BETWEEN :low AND :high'
                  : ` and #sk ${kind} :low`
          const [pk, sk] = index === 'main' ? ['pk', 'sk'] : ['gsi1pk', 'gsi1sk']
          let ExclusiveStartKey: Values | undefined
          for (let pages = 0; pages < 30; pages++) {
            const answer = await same(
              new QueryCommand({
                TableName,
                ...(index === 'main' ? {} : { IndexName: index }),
                KeyConditionExpression: `#pk = :pk${condition}`,
                ExpressionAttributeNames: {
                  '#pk': pk,
                  ...(kind === 'none' ? {} : { '#sk': sk }),
                  ...(part ? { '#only_n': 'n', '#only_on': 'on' } : {}),
                },
                ExpressionAttributeValues: {
                  ':pk': partition,
                  ...(kind === 'none' ? {} : { ':low': kind === 'between' ? low : a }),
                  ...(kind === 'between' ? { ':high': high } : {}),
                },
                ScanIndexForward: forward,
                ...(part ? { ProjectionExpression: '#only_n,#only_on' } : {}),
                ...(Limit ? { Limit } : {}),
                ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}),
              }),
              'Query',
            )
            ExclusiveStartKey = answer.LastEvaluatedKey as Values | undefined
            if (!ExclusiveStartKey) return
          }
          expect.fail('a query that does not end')
        },
      ),
      { numRuns: 300 },
    )
  })

  it('leaves to the engine what it does not know, and what is wrong', () => {
    const query = {
      TableName,
      KeyConditionExpression: '#pk = :pk',
      ExpressionAttributeNames: { '#pk': 'pk' },
      ExpressionAttributeValues: { ':pk': 'a' },
    }
    const wanted = { Keys: [{ pk: 'a', sk: '1' }] }
    expect(read('Query', query)).toBeDefined()
    expect(read('BatchGetItem', { RequestItems: { [TableName]: wanted } })).toBeDefined()
    const left: [string, Values][] = [
      ['PutItem', { TableName, Item: { pk: 'a', sk: 'new' } }],
      ['Scan', { TableName }],
      ['GetItem', { TableName, Key: { pk: 'a' } }],
      ['GetItem', { TableName, Key: { pk: 'a', sk: 1 } }],
      ['GetItem', { TableName, Key: { pk: 'a', sk: '' } }],
      ['GetItem', { TableName, Key: { pk: 'a', sk: '1', more: 'x' } }],
      ['GetItem', { TableName: 'another', Key: { pk: 'a', sk: '1' } }],
      ['GetItem', { TableName: 'another"; --', Key: { pk: 'a', sk: '1' } }],
      ['GetItem', { TableName, Key: { pk: 'a', sk: '1' }, ReturnConsumedCapacity: 'TOTAL' }],
      ['GetItem', { TableName, Key: { pk: 'a', sk: '1' }, ProjectionExpression: 'list[0]' }],
      ['GetItem', { TableName, Key: { pk: 'a', sk: '1' }, ExpressionAttributeNames: { '#unused': 'n' } }],
      ['BatchGetItem', { RequestItems: {} }],
      ['BatchGetItem', { RequestItems: { [TableName]: { Keys: [] } } }],
      ['BatchGetItem', { RequestItems: { [TableName]: { Keys: [...wanted.Keys, ...wanted.Keys] } } }],
      ['BatchGetItem', { RequestItems: { [TableName]: wanted }, ReturnConsumedCapacity: 'TOTAL' }],
      [
        'BatchGetItem',
        { RequestItems: { [TableName]: { Keys: Array.from({ length: 101 }, (_, n) => ({ pk: 'a', sk: `${n}` })) } } },
      ],
      ['Query', { ...query, IndexName: 'none' }],
      ['Query', { ...query, Limit: 0 }],
      ['Query', { ...query, Limit: 5000 }],
      ['Query', { ...query, Select: 'COUNT' }],
      ['Query', { ...query, FilterExpression: 'n = :pk' }],
      ['Query', { ...query, KeyConditionExpression: '#pk > :pk' }],
      ['Query', { ...query, KeyConditionExpression: '#pk = :pk and n = :pk' }],
      ['Query', { ...query, KeyConditionExpression: '#pk = :pk or #pk = :pk' }],
      ['Query', { ...query, KeyConditionExpression: '#other = :pk' }],
      ['Query', { ...query, ExpressionAttributeValues: { ':pk': 'a', ':unused': 'b' } }],
      ['Query', { ...query, ExpressionAttributeValues: { ':pk': 1 } }],
      ['Query', { ...query, ExclusiveStartKey: { pk: 'b', sk: '1' } }],
      ['Query', { ...query, ExclusiveStartKey: { pk: 'a' } }],
      [
        'Query',
        {
          ...query,
          IndexName: 'gsi1',
          ConsistentRead: true,
          ExpressionAttributeNames: { '#pk': 'gsi1pk' },
        },
      ],
      [
        'Query',
        {
          ...query,
          KeyConditionExpression: '#pk = :pk and sk between :high and :low',
          ExpressionAttributeValues: { ':pk': 'a', ':low': '1', ':high': '2' },
        },
      ],
    ]
    for (const [operation, input] of left)
      expect([operation, input, read(operation, input)]).toEqual([operation, input, undefined])
  })

  it('leaves to the engine what is more than one call reads', async () => {
    const text = 'x'.repeat(200_000)
    for (let n = 0; n < 6; n++) await put({ pk: 'heavy', sk: `${n}`, text })
    const input = { TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'heavy' } }
    expect(read('Query', input)).toBeUndefined()
    expect(read('Query', { ...input, Limit: 1 })).toMatchObject({ Count: 1 })
    const { Count, LastEvaluatedKey } = await client.send(new QueryCommand(input))
    expect([Count, LastEvaluatedKey === undefined]).not.toEqual([6, true])
  })

  it('knows every write that was answered, all of a transaction, and what was deleted', async () => {
    const Key = { pk: 'written', sk: 'x' }
    const other = { pk: 'written', sk: 'y' }
    for (let n = 0; n < 200; n++) {
      await client.send(
        new TransactWriteCommand({
          TransactItems: [Key, other].map(key => ({ Put: { TableName, Item: { ...key, n } } })),
        }),
      )
      expect(read('GetItem', { TableName, Key })).toEqual({ Item: { ...Key, n } })
      expect(read('GetItem', { TableName, Key: other })).toEqual({ Item: { ...other, n } })
    }
    await client.send(new DeleteCommand({ TableName, Key }))
    expect(read('GetItem', { TableName, Key })).toEqual({})
  })

  it('answers while a write waits', async () => {
    const Key = { pk: 'waits', sk: 'x' }
    await put({ ...Key, n: 1 })
    const held = new DatabaseSync(file)
    held.exec('BEGIN IMMEDIATE')
    let written = false
    const write = put({ ...Key, n: 2 }).then(() => {
      written = true
    })
    expect(read('GetItem', { TableName, Key })).toEqual({ Item: { ...Key, n: 1 } })
    expect(written).toBe(false)
    held.exec('ROLLBACK')
    held.close()
    await write
    expect(read('GetItem', { TableName, Key })).toEqual({ Item: { ...Key, n: 2 } })
  })

  it('reads on when the engine is killed and started again', async () => {
    const Key = { pk: 'killed', sk: 'x' }
    await put({ ...Key, n: 1 })
    const pid = services.dynamodbPid()!
    process.kill(pid, 'SIGKILL')
    expect(read('GetItem', { TableName, Key })).toEqual({ Item: { ...Key, n: 1 } })
    await expect.poll(() => services.dynamodbPid(), { timeout: 10_000 }).not.toBe(pid)
    await expect
      .poll(
        () =>
          put({ ...Key, n: 2 }).then(
            () => true,
            () => false,
          ),
        { timeout: 10_000 },
      )
      .toBe(true)
    expect(read('GetItem', { TableName, Key })).toEqual({ Item: { ...Key, n: 2 } })
  })

  it('leaves everything to the engine while there is no file, or one it does not know', () => {
    const later = join(dir, 'later.sqlite')
    const reads = openTableReader(later)
    const input = { TableName: 'table', Key: { pk: 'a', sk: '1' } }
    expect(reads('GetItem', input)).toBeUndefined()
    writeFileSync(later, 'no database')
    expect(reads('GetItem', input)).toBeUndefined()
    rmSync(later)
    const another = new DatabaseSync(later)
    another.exec(`CREATE TABLE _config (key TEXT, value TEXT); INSERT INTO _config VALUES ('schema_version', '10')`)
    expect(reads('GetItem', input)).toBeUndefined()
    expect(reads('GetItem', input)).toBeUndefined()
    another.close()
  })
})
