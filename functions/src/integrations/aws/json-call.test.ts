import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiGatewayManagementApiClient, PostToConnectionCommand } from '@aws-sdk/client-apigatewaymanagementapi'
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { SignatureV4 } from '@smithy/signature-v4'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJsonCall, createSignedPost, keptConnections } from './json-call.ts'

const region = 'sa-east-1'
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token' }
const { sha256 } = new DynamoDBClient({ region, credentials }).config

type Seen = { request: IncomingMessage; body: string }

let seen: Seen[] = []
let server: Server
let url: URL

beforeEach(async () => {
  seen = []
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    seen.push({ request, body })
    response.end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/prod`)
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const service = (name: string, more: { systemClockOffset?: number; sessionToken?: string | undefined } = {}) => ({
  service: name,
  config: {
    credentials: async () => ({ ...credentials, ...more }) as typeof credentials,
    systemClockOffset: more.systemClockOffset ?? 0,
  },
  connections: keptConnections(),
  locate: async () => ({ url, region }),
})

const timeOf = ({ headers }: IncomingMessage): number =>
  Date.parse(String(headers['x-amz-date']).replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** Returns the authorization that the service computes of what it received. */
async function expectedOf({ request, body }: Seen, name: string): Promise<string | undefined> {
  const { headers, url: path = '' } = request
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '') ?? []
  const { sessionToken, ...keys } = credentials
  const signer = new SignatureV4({
    service: name,
    region,
    sha256,
    credentials: headers['x-amz-security-token'] ? { ...keys, sessionToken } : keys,
    applyChecksum: false,
  })
  const signed = await signer.sign(
    {
      method: 'POST',
      protocol: 'http:',
      hostname: url.hostname,
      path,
      query: {},
      headers: Object.fromEntries(names.split(';').map(each => [each, String(headers[each])])),
      body,
    },
    { signingDate: new Date(timeOf(request)) },
  )
  return signed.headers.authorization
}

describe('a signed call', () => {
  it('asks at the path the SDK asks at, and signs it as the SDK does, whatever an id holds', async () => {
    const id = 'a+b/c d=='
    const text = '{"event":"olá"}'
    const client = new ApiGatewayManagementApiClient({ endpoint: url.href, region, credentials })
    await client.send(new PostToConnectionCommand({ ConnectionId: id, Data: text }))
    client.destroy()
    const post = createSignedPost(service('execute-api'))
    const answer = await post(`/@connections/${encodeURIComponent(id)}`, { 'content-type': 'application/json' }, text)
    expect(answer).toEqual({ status: 200, text: '{}' })
    expect(seen[1]!.request.url).toBe(seen[0]!.request.url)
    for (const each of seen) {
      expect(each.body).toBe(text)
      expect(each.request.headers.authorization).toBe(await expectedOf(each, 'execute-api'))
    }
  })

  it('sends and signs what the SDK does in the JSON protocol', async () => {
    url.pathname = ''
    const client = new DynamoDBClient({ endpoint: url.href, region, credentials })
    await client.send(new GetItemCommand({ TableName: 'Olá', Key: { pk: { S: 'á' } } }))
    client.destroy()
    await createJsonCall({ ...service('dynamodb'), target: 'DynamoDB_20120810' })('GetItem', seen[0]!.body)
    const [theirs, ours] = seen
    for (const name of ['content-type', 'content-length', 'host', 'x-amz-target', 'x-amz-security-token'])
      expect(ours!.request.headers[name]).toBe(theirs!.request.headers[name])
    expect(ours!.body).toBe(theirs!.body)
    for (const each of seen) expect(each.request.headers.authorization).toBe(await expectedOf(each, 'dynamodb'))
    expect(ours!.request.headers.authorization).toMatch(
      /SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target, /,
    )
  })

  it('has no session token where the credentials have none, and the time of the service', async () => {
    const ahead = 3_600_000
    await createSignedPost(service('sqs', { sessionToken: undefined, systemClockOffset: ahead }))('/', {}, 'x')
    const [call] = seen
    expect(call!.request.headers).not.toHaveProperty('x-amz-security-token')
    expect(Math.abs(timeOf(call!.request) - Date.now() - ahead)).toBeLessThan(60_000)
    expect(call!.request.headers.authorization).toBe(await expectedOf(call!, 'sqs'))
  })
})
