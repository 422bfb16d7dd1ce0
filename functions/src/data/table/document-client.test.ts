import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createDocumentClient } from './document-client.ts'
import { metered } from './meter.ts'

type Call = { operation: string; body: Record<string, unknown>; headers: Record<string, string> }
/** Answer of the service; undefined breaks the connection. */
type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | undefined

const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' }
let server: Server | undefined
const servers: Server[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const each of servers.splice(0)) {
    each.closeAllConnections()
    each.close()
  }
})

/** A table that answers as it is told, in DynamoDB's protocol. */
async function table(answer: (call: Call, turn: number) => Answer) {
  const calls: Call[] = []
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const call = {
      operation: String(request.headers['x-amz-target']).replace('DynamoDB_20120810.', ''),
      body: JSON.parse(Buffer.concat(chunks).toString()),
      headers: request.headers as Record<string, string>,
    }
    calls.push(call)
    const reply = answer(call, calls.length)
    if (!reply) return response.destroy()
    const bytes = Buffer.from(JSON.stringify(reply.body ?? {}))
    response.writeHead(reply.status ?? 200, {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-crc32': String(crc32(bytes)),
      ...reply.headers,
    })
    response.end(bytes)
  })
  servers.push(server)
  await new Promise<void>(resolve => server!.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = (credentials: Parameters<typeof createDocumentClient>[0] = {}) =>
    createDocumentClient({ endpoint, region: 'sa-east-1', credentials: KEYS, ...credentials })
  return { calls, client, endpoint }
}

const refusal = (type: string, more: object = {}): Answer => ({
  status: 400,
  body: { __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'no', ...more },
})
const get = new GetCommand({ TableName: 't', Key: { pk: 'a', sk: 'b' } })

/** Buffers and plain bytes are the same bytes. */
const plainly = (value: unknown): unknown =>
  value instanceof Uint8Array
    ? `bytes ${Buffer.from(value).toString('hex')}`
    : Array.isArray(value)
      ? value.map(plainly)
      : value instanceof Set || typeof value !== 'object' || value === null
        ? value
        : Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainly(each)]))

describe('the client of the table', () => {
  it('says what was asked and hears what was answered, bytes and sets too', async () => {
    const { calls, client } = await table(() => ({
      body: { Item: { n: { N: '1.5' }, b: { B: 'AQL/' }, s: { SS: ['x'] }, l: { L: [{ NULL: true }] } } },
    }))
    const { Item } = await client().send(get)
    expect(Item).toEqual({ n: 1.5, b: Buffer.from([1, 2, 255]), s: new Set(['x']), l: [null] })
    expect(calls).toMatchObject([
      { operation: 'GetItem', body: { TableName: 't', Key: { pk: { S: 'a' }, sk: { S: 'b' } } } },
    ])
    await client().send(new PutCommand({ TableName: 't', Item: { b: new Uint8Array([1, 2, 255]) } }))
    expect(calls[1]!.body).toEqual({ TableName: 't', Item: { b: { B: 'AQL/' } } })
  })

  it("writes and reads values as the SDK's own document client does", async () => {
    // The service tells back what it was given.
    const { calls, client } = await table(({ operation, body }) =>
      operation === 'PutItem' ? { body: { Attributes: body.Item } } : {},
    )
    const own = client()
    const { port } = server!.address() as AddressInfo
    const plain = new DynamoDBClient({ endpoint: `http://127.0.0.1:${port}`, region: 'sa-east-1', credentials: KEYS })
    const sdk = DynamoDBDocumentClient.from(plain, { marshallOptions: { removeUndefinedValues: true } })
    const { value } = fc.letrec(tie => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.string({ unit: 'binary' }),
        fc.double({ noNaN: true, min: -9e15, max: 9e15 }),
        fc.maxSafeInteger(),
        fc.boolean(),
        fc.constant(null),
        fc.uint8Array(),
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }).map(list => new Set(list)),
        fc.uniqueArray(fc.integer(), { minLength: 1 }).map(list => new Set(list)),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(
          fc.string({ minLength: 1 }).filter(name => name !== '__proto__'),
          tie('value'),
          { maxKeys: 4, noNullPrototype: true },
        ),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(value, async given => {
        const command = () => new PutCommand({ TableName: 't', Item: { given, left: undefined } })
        calls.length = 0
        const [ours, theirs] = [await own.send(command()), await sdk.send(command())]
        expect(calls[0]!.body).toEqual(calls[1]!.body)
        expect(plainly(ours.Attributes)).toEqual(plainly(theirs.Attributes))
      }),
      { numRuns: 60 },
    )
    plain.destroy()
  })

  it.each<[string, Answer]>([
    ['throttling', refusal('ProvisionedThroughputExceededException')],
    ['a throttled account', refusal('ThrottlingException')],
    ['a fault of the service', { status: 500, body: { __type: 'InternalServerError' } }],
    ['a service that is away', { status: 503, body: {} }],
    ['a connection that breaks', undefined],
    ['an answer that is damaged', { body: { Item: { a: { S: 'wrong' } } }, headers: { 'x-amz-crc32': '1' } }],
  ])('asks again after %s', async (_, first) => {
    const { calls, client } = await table((_, turn) => (turn <= 1 ? first : { body: { Item: { a: { S: 'right' } } } }))
    expect((await client().send(get)).Item).toEqual({ a: 'right' })
    expect(calls).toHaveLength(2)
    expect(calls[1]!.body).toEqual(calls[0]!.body)
  })

  it('gives up after five attempts, with what the service said', async () => {
    const { calls, client } = await table(() => ({ status: 500, body: { __type: 'InternalServerError' } }))
    await expect(client().send(get)).rejects.toMatchObject({ name: 'InternalServerError' })
    expect(calls).toHaveLength(5)
  })

  it('writes a transaction under one token however often it is sent', async () => {
    const { calls, client } = await table((_, turn) => (turn <= 2 ? { status: 500, body: {} } : { body: {} }))
    const write = new TransactWriteCommand({ TransactItems: [{ Put: { TableName: 't', Item: { pk: 'a' } } }] })
    await client().send(write)
    const tokens = calls.map(({ body }) => body.ClientRequestToken)
    expect(tokens).toHaveLength(3)
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).toMatch(/^[0-9a-f-]{36}$/)
    // Another transaction, though of the same command.
    await client().send(write)
    expect(calls[3]!.body.ClientRequestToken).not.toBe(tokens[0])
  })

  it('writes a transaction without a token if none is wanted', async () => {
    const { calls, client } = await table(() => ({ body: {} }))
    const TransactItems = [{ Put: { TableName: 't', Item: { pk: 'a' } } }]
    await client().send(new TransactWriteCommand({ TransactItems, ClientRequestToken: undefined }))
    expect(Object.keys(calls[0]!.body)).toEqual(['TransactItems'])
  })

  it('throws a failed condition at once, with the row as it was', async () => {
    const { calls, client } = await table(({ operation }) =>
      operation === 'UpdateItem'
        ? refusal('ConditionalCheckFailedException', { Item: { v: { N: '7' } } })
        : refusal('TransactionCanceledException', {
            CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: { v: { N: '8' } } }],
          }),
    )
    const single = client().send(new UpdateCommand({ TableName: 't', Key: { pk: 'a' }, UpdateExpression: 'SET a = b' }))
    await expect(single).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      message: 'no',
      Item: { v: { N: '7' } },
    })
    const all = client().send(new TransactWriteCommand({ TransactItems: [] }))
    const error = await all.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TransactionCanceledException)
    expect((error as TransactionCanceledException).CancellationReasons?.[1]?.Item).toEqual({ v: { N: '8' } })
    expect(calls).toHaveLength(2)
  })

  it("throws what else the service refuses as the SDK's error", async () => {
    const { client } = await table(() => refusal('ValidationException'))
    await expect(client().send(get)).rejects.toMatchObject({ name: 'ValidationException', message: 'no' })
  })

  it('takes new credentials before the old ones run out', async () => {
    const { calls, client } = await table(() => ({}))
    vi.useFakeTimers({ toFake: ['Date'] })
    let turn = 0
    const credentials = async () => ({
      accessKeyId: `KEY${++turn}`,
      secretAccessKey: `secret ${turn}`,
      sessionToken: `token ${turn}`,
      expiration: new Date(Date.now() + 15 * 60_000),
    })
    const own = client({ credentials })
    await own.send(get)
    await own.send(get)
    // Six minutes before their end they are still good, four before it no longer.
    vi.setSystemTime(Date.now() + 9 * 60_000)
    await own.send(get)
    vi.setSystemTime(Date.now() + 2 * 60_000)
    await own.send(get)
    const used = calls.map(({ headers }) => [
      /Credential=(\w+)/.exec(headers.authorization!)?.[1],
      headers['x-amz-security-token'],
    ])
    expect(used.slice(0, 3)).toEqual([1, 2, 3].map(() => ['KEY1', 'token 1']))
    expect(used[3]).toEqual(['KEY2', 'token 2'])
  })

  it("signs by the service's clock once an answer has its time", async () => {
    const ahead = 3_600_000
    const stampOf = ({ headers }: Call) =>
      Date.parse(headers['x-amz-date']!.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    const { calls, client } = await table(call => {
      const now = Date.now() + ahead
      const headers = { date: new Date(now).toUTCString() }
      return Math.abs(stampOf(call) - now) > 300_000
        ? { ...refusal('InvalidSignatureException', { message: 'Signature expired' }), headers }
        : { body: {}, headers }
    })
    const own = client()
    await own.send(get)
    const learning = calls.length
    await own.send(get)
    expect(learning).toBeGreaterThan(1)
    expect(calls).toHaveLength(learning + 1)
    expect(Math.abs(stampOf(calls.at(-1)!) - Date.now() - ahead)).toBeLessThan(60_000)
  })

  it('keeps its connection', async () => {
    const { client } = await table(() => ({}))
    let connections = 0
    server!.on('connection', () => connections++)
    const own = client()
    for (let i = 0; i < 5; i++) await own.send(get)
    expect(connections).toBe(1)
  })

  it('gives every transaction a token, and the same one to each attempt', async () => {
    const { calls, client } = await table((_, turn) => (turn === 1 ? { status: 500, body: {} } : {}))
    const own = client()
    const isNew = { ConditionExpression: 'attribute_not_exists(pk)' }
    for (const more of [isNew, { ConditionExpression: 'version = :was', ExpressionAttributeValues: { ':was': 1 } }])
      await own.send(
        new TransactWriteCommand({ TransactItems: [{ Put: { TableName: 't', Item: { pk: 'a' }, ...more } }] }),
      )
    const [first, again, second] = calls.map(({ body }) => body.ClientRequestToken)
    expect([first === again, typeof first, first === second, typeof second]).toEqual([true, 'string', false, 'string'])
  })

  it('counts units when somebody wants to know, of the answer that counts', async () => {
    const { calls, client } = await table((_, turn) =>
      turn === 1 ? { status: 500, body: {} } : { body: { ConsumedCapacity: { CapacityUnits: 2.5 } } },
    )
    const own = client()
    const { units } = await metered(() => own.send(new QueryCommand({ TableName: 't' })))
    expect(units).toEqual({ read: 2.5, write: 0, calls: 1 })
    expect(calls.map(({ body }) => body.ReturnConsumedCapacity)).toEqual(['TOTAL', 'TOTAL'])
    await own.send(new QueryCommand({ TableName: 't' }))
    expect(calls[2]!.body).not.toHaveProperty('ReturnConsumedCapacity')
  })
})

it('says that the disk is full, without another attempt', async () => {
  const message = 'commit failed (backend: database or disk is full) and rollback also failed'
  const { calls, client } = await table(() => ({
    status: 500,
    body: { __type: 'com.amazonaws.dynamodb.v20120810#InternalServerError', message },
  }))
  const put = client().send(new PutCommand({ TableName: 't', Item: { pk: 'a' } }))
  await expect(put).rejects.toMatchObject({ code: 'ERR_STORAGE_FULL', status: 507 })
  expect(calls).toHaveLength(1)
})
