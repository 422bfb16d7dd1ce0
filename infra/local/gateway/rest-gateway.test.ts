import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Functions } from '../lambda/create-functions.ts'
import { closeServer, LOOPBACK, listen } from '../listen.ts'
import { type FixtureCloud, startFixture } from '../test/start-fixture.ts'
import type { RestApi, RestMethod } from './rest-api.ts'
import { createRestGateway } from './rest-gateway.ts'

let cloud: FixtureCloud
beforeAll(async () => {
  cloud = await startFixture()
})
afterAll(() => cloud.close())

const api = (path: string, init?: RequestInit) => fetch(`${cloud.url}/api${path}`, init)
type Event = Record<string, unknown> & { requestContext: Record<string, unknown> }
const json = async (response: Response) =>
  (await response.json()) as { event: Event; error?: string; requestId?: string }

describe('routing', () => {
  it('finds a literal before a parameter before a greedy proxy', async () => {
    const event = async (path: string) => (await json(await api(path))).event
    expect((await event('/things')).resource).toBe('/things')
    expect(await event('/things/special/7')).toMatchObject({
      resource: '/things/special/{id}',
      pathParameters: { id: '7' },
    })
    expect(await event('/things/a/b')).toMatchObject({ resource: '/things/{proxy+}', pathParameters: { proxy: 'a/b' } })
    // A POST has no method on the literal resource: the greedy one takes it.
    const posted = (await json(await api('/things/special/7', { method: 'POST' }))).event
    expect(posted.resource).toBe('/things/{proxy+}')
  })

  it('answers unknown routes as the template words it', async () => {
    const response = await api('/nothing')
    expect([response.status, response.headers.get('x-why')]).toEqual([404, 'route'])
    const body = await json(response)
    expect(body.error).toBe('ERR_NOT_FOUND')
    expect(body.requestId).toBe(response.headers.get('x-amzn-requestid'))
  })

  it('answers a mock without a function', async () => {
    const response = await api('/things', { method: 'OPTIONS' })
    expect([response.status, response.headers.get('x-mock')]).toEqual([204, 'yes'])
  })
})

describe('the event', () => {
  it('carries method, path, query, headers and body', async () => {
    const response = await api('/things/a%20b?x=1&x=2&y=%C3%A9', {
      method: 'PUT',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', 'x-own': 'v' },
    })
    expect((await json(response)).event).toMatchObject({
      httpMethod: 'PUT',
      path: '/things/a%20b',
      pathParameters: { proxy: 'a b' },
      queryStringParameters: { x: '2', y: 'é' },
      multiValueQueryStringParameters: { x: ['1', '2'], y: ['é'] },
      headers: { 'x-own': 'v' },
      body: '{"a":1}',
      isBase64Encoded: false,
      requestContext: { stage: 'api', path: '/api/things/a%20b', identity: { sourceIp: '127.0.0.1' } },
    })
  })

  it('carries binary types as base64', async () => {
    const body = new Uint8Array([0, 255, 1])
    const response = await api('/things/x', { method: 'POST', body, headers: { 'content-type': 'image/png' } })
    expect((await json(response)).event).toMatchObject({
      body: Buffer.from(body).toString('base64'),
      isBase64Encoded: true,
    })
  })

  it('passes the addresses of the request, whatever the client claims', async () => {
    const event = (await json(await api('/things', { headers: { 'x-forwarded-for': '1.1.1.1' } }))).event
    expect(event.headers).toMatchObject({ 'X-Forwarded-For': '1.1.1.1, 127.0.0.1, 127.0.0.1' })
  })

  it('names the client that a trusted proxy saw, and no proxy that it was not told of', async () => {
    const behind = await startFixture({ trustedProxy: ['127.0.0.1', '10.0.0.0/8'] })
    try {
      const event = async (forwarded: string) => {
        const response = await fetch(`${behind.url}/api/things`, { headers: { 'x-forwarded-for': forwarded } })
        const { headers, requestContext } = (await json(response)).event as {
          headers: Record<string, string>
          requestContext: { identity: { sourceIp: string } }
        }
        return [headers['X-Forwarded-For']!.split(', ').at(-2), requestContext.identity.sourceIp]
      }
      expect(await event('1.1.1.1, 203.0.113.7')).toEqual(['203.0.113.7', '203.0.113.7'])
      expect(await event('203.0.113.7, 10.1.1.1')).toEqual(['203.0.113.7', '203.0.113.7'])
      expect(await event('203.0.113.7, 11.1.1.1')).toEqual(['11.1.1.1', '11.1.1.1'])
    } finally {
      await behind.close()
    }
  })

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'takes %s as a name like any other',
    async name => {
      // `fetch` drops a header named `__proto__`.
      const asked = request(`${cloud.url}/api/things/x?${name}=1&${name}=2`, {
        headers: ['host', 'localhost', name, 'v'],
      }).end()
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      const { event } = (await readJson(response)) as { event: Event }
      const own = (map: unknown) => Object.getOwnPropertyDescriptor(map, name)?.value as unknown
      expect(response.statusCode).toBe(200)
      expect(own(event.queryStringParameters)).toBe('2')
      expect(own(event.multiValueQueryStringParameters)).toEqual(['1', '2'])
      expect(own(event.headers)).toBe('v')
      expect(own(event.multiValueHeaders)).toEqual(['v'])
    },
  )

  it('has nulls where there is nothing', async () => {
    expect((await json(await api('/things'))).event).toMatchObject({
      pathParameters: null,
      queryStringParameters: null,
      body: null,
    })
  })
})

describe('the answer', () => {
  it('carries several headers of one name', async () => {
    const response = await api('/things/cookies')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(response.headers.get('x-one')).toBe('yes')
  })

  it('is bytes for a client that asks for them, base64 for others', async () => {
    const binary = await api('/things/binary', { headers: { accept: 'image/png' } })
    expect([...new Uint8Array(await binary.arrayBuffer())]).toEqual([137, 80, 255])
    const text = await api('/things/binary', { headers: { accept: 'application/json' } })
    expect(await text.text()).toBe('iVD/')
  })

  it('may be empty', async () => {
    const response = await api('/things/empty')
    expect([response.status, await response.text()]).toEqual([204, ''])
  })

  it.each(['throw', 'nonsense', 'big', 'exit'])('is 502 when the function ends with %s', async what => {
    const response = await api(`/things/${what}`)
    expect([response.status, await response.text()]).toEqual([502, '{"message":"Internal server error"}'])
    // The next request finds a function that works.
    expect((await api('/things/next')).status).toBe(200)
  })
})

describe('limits', () => {
  it("is the template's answer of a failed integration when the function is full", async () => {
    const response = await api('/full')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await json(response)).error).toBe('ERR_UNAVAILABLE')
  })

  it('is 413 over 10 MB and over what a function takes', async () => {
    const send = (bytes: number) => api('/things/x', { method: 'POST', body: 'x'.repeat(bytes) })
    expect((await send(10 * 1024 * 1024 + 1)).status).toBe(413)
    expect((await send(6 * 1024 * 1024 + 1)).status).toBe(413)
    expect((await send(1024 * 1024)).status).toBe(200)
  })

  it('is 413 for a body of unknown length too', async () => {
    const chunks = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 11; i++) controller.enqueue(new Uint8Array(1024 * 1024))
        controller.close()
      },
    })
    const init = { method: 'POST', body: chunks, duplex: 'half' } as RequestInit
    expect((await api('/things/x', init)).status).toBe(413)
  })
})

describe('authorizer, keys and usage plan', () => {
  const send = (token?: string) =>
    api('/send', { method: 'POST', ...(token ? { headers: { Authorization: `Bearer ${token}` } } : {}) })

  it('is 401 without identity, 403 when denied, 500 when the authorizer fails', async () => {
    expect((await send()).status).toBe(401)
    expect((await send('denied')).status).toBe(403)
    expect((await send('broken')).status).toBe(500)
  })

  it('hands the authorizer’s context and the key to the function', async () => {
    const { event } = await json(await send('acme'))
    expect(event.requestContext.authorizer).toEqual({ principalId: 'acme', companyId: 'acme', number: '7' })
    expect(event.requestContext.identity).toMatchObject({ apiKey: 'key-of-acme', apiKeyId: 'key-of-acme' })
  })

  it('asks the authorizer once per identity while its answer lasts', async () => {
    await Promise.all([await send('cached'), await send('cached')])
    const asked = cloud.records().filter(entry => entry.authorizer === '/send').length
    await send('cached')
    expect(cloud.records().filter(entry => entry.authorizer === '/send').length).toBe(asked)
  })

  it('throttles each key by itself', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => send('busy')))
    const refused = answers.filter(response => response.status === 429)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(3)
    expect(refused.map(response => response.headers.get('retry-after'))).toContain('1')
    expect((await send('another')).status).toBe(200)
  })
})

describe('a fault of the gateway itself', () => {
  it('is answered after the body was read', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const gateway = createRestGateway(
      {
        ...emptyApi,
        match: () => ({ method: anyMethod, parameters: {} }),
        isBinary: () => {
          throw new Error('on purpose')
        },
      },
      {} as Functions,
      () => LOOPBACK,
    )
    const server = createServer((asked, response) => void gateway(asked, response))
    const port = await listen(server, 0)
    try {
      const response = await fetch(`http://${LOOPBACK}:${port}/api/x`, { method: 'POST', body: 'read' })
      expect(response.status).toBe(502)
      expect(log).toHaveBeenCalledOnce()
    } finally {
      log.mockRestore()
      await closeServer(server)
    }
  })
})

const anyMethod: RestMethod = {
  resource: '/x',
  function: 'any',
  mock: { status: 204, headers: {} },
  apiKeyRequired: false,
  authorizer: undefined,
}
const emptyApi: RestApi = {
  id: 'api',
  stage: 'api',
  functions: new Set(),
  match: () => undefined,
  keysFromAuthorizer: false,
  keyId: () => undefined,
  meter: undefined,
  isBinary: () => false,
  responses: new Map(),
}
