import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { auth } from '@balcao/shared/api/account/auth.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApiClient } from './api-client.ts'
import { ApiError } from './api-error.ts'

interface Seen {
  method: string
  url: string
  authorization: string | undefined
  body: string
}
type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

let server: Server
let base: string
let seen: Seen[]
let answer: (request: Seen) => Answer | Promise<Answer>

async function textOf(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

beforeEach(async () => {
  seen = []
  answer = () => ({ status: 200, body: [] })
  server = createServer(async (request, response) => {
    const entry = {
      method: request.method ?? '',
      url: request.url ?? '',
      authorization: request.headers.authorization,
      body: await textOf(request),
    }
    seen.push(entry)
    const { status, body, headers } = await answer(entry)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
})

afterEach(() => new Promise(resolve => server.close(resolve)))

/** A session whose refresh asks the server, as the real one does. */
function sessionWith(first: string | null) {
  let token = first
  const ended: string[] = []
  const api = createApiClient(base, {
    token: () => token,
    refresh: async () => {
      token = (await api(auth.refresh)).token
      return token
    },
    ended: error => ended.push(error.code),
  })
  return { api, ended }
}

const expired = { status: 403, body: { error: 'ERR_SESSION_EXPIRED' } }
const isRefresh = (request: Seen) => request.url === '/api/auth/refresh_token'

describe('a call of a contract route', () => {
  it('brings a plain list whole that came in several answers', async () => {
    const { api } = sessionWith('one')
    const link = (cursor: string) => ({ link: `<?session=0&cursor=${cursor}>; rel="next"` })
    answer = ({ url }) => {
      if (url.endsWith('cursor=b')) return { status: 200, body: [{ id: 'c' }] }
      return url.endsWith('cursor=a.%3D')
        ? { status: 200, body: [{ id: 'b' }], headers: link('b') }
        : { status: 200, body: [{ id: 'a' }], headers: link('a.%3D') }
    }
    expect(await api(whatsapp.list, { query: { session: '0' } })).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
    expect(seen.map(({ url, authorization }) => [url, authorization])).toEqual([
      ['/api/whatsapp?session=0', 'Bearer one'],
      ['/api/whatsapp?session=0&cursor=a.%3D', 'Bearer one'],
      ['/api/whatsapp?session=0&cursor=b', 'Bearer one'],
    ])
  })

  it('fills the path, leaves empty query values out and sends the bearer token', async () => {
    const { api } = sessionWith('one')
    await api(contacts.list, { query: { searchParam: '', cursor: 'a b', limit: 20 } })
    await api(queue.update, { params: { id: 'x/y' }, body: { name: 'Vendas' } })
    expect(seen).toEqual([
      { method: 'GET', url: '/api/contacts?cursor=a+b&limit=20', authorization: 'Bearer one', body: '' },
      { method: 'PUT', url: '/api/queue/x%2Fy', authorization: 'Bearer one', body: '{"name":"Vendas"}' },
    ])
  })

  it('answers undefined for 204', async () => {
    answer = () => ({ status: 204 })
    expect(await sessionWith('one').api(auth.logout)).toBeUndefined()
  })

  it('turns an error answer into an ApiError with its details and request id', async () => {
    answer = () => ({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: [{ path: 'name', message: 'Too Short!' }] },
      headers: { 'x-request-id': 'r1' },
    })
    const error = await sessionWith('one')
      .api(queue.list)
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      code: 'ERR_VALIDATION',
      status: 400,
      details: [{ path: 'name', message: 'Too Short!' }],
      requestId: 'r1',
    })
  })

  it('keeps the raw text of an answer that is not JSON, and says how long to wait', async () => {
    answer = () => ({ status: 429, headers: { 'retry-after': '7' } })
    const error = await sessionWith('one')
      .api(queue.list)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: '', status: 429, retryAfter: 7 })
  })

  it('is ERR_NETWORK when nobody answers', async () => {
    const unused = createApiClient('http://127.0.0.1:1/api', {
      token: () => null,
      refresh: async () => '',
      ended: () => undefined,
    })
    await expect(unused(queue.list)).rejects.toMatchObject({ code: 'ERR_NETWORK', status: 0 })
  })
})

describe('an expired access token', () => {
  it('is refreshed once for all calls that meet it, and each call is repeated with the new one', async () => {
    const { api, ended } = sessionWith('old')
    answer = async request => {
      if (isRefresh(request)) {
        await new Promise(resolve => setTimeout(resolve, 20))
        return { status: 200, body: { token: 'new' } }
      }
      return request.authorization === 'Bearer new' ? { status: 200, body: [] } : expired
    }
    await Promise.all([api(queue.list), api(queue.list), api(contacts.listAll, { query: { name: 'a' } })])
    expect(seen.filter(isRefresh)).toHaveLength(1)
    expect(seen.filter(request => request.authorization === 'Bearer new')).toHaveLength(3)
    expect(ended).toEqual([])
  })

  it('is not refreshed again when another call already has a new one', async () => {
    let token = 'old'
    let refreshes = 0
    const api = createApiClient(base, {
      token: () => token,
      refresh: async () => {
        refreshes += 1
        return token
      },
      ended: () => undefined,
    })
    answer = request => {
      if (request.authorization === 'Bearer new') return { status: 200, body: [] }
      token = 'new'
      return expired
    }
    await api(queue.list)
    expect(refreshes).toBe(0)
  })

  it('ends the session when the refresh is refused', async () => {
    const { api, ended } = sessionWith('old')
    answer = request => (isRefresh(request) ? { status: 401, body: { error: 'ERR_SESSION_ENDED' } } : expired)
    await expect(api(queue.list)).rejects.toMatchObject({ code: 'ERR_SESSION_ENDED' })
    expect(ended).toEqual(['ERR_SESSION_ENDED'])
  })

  it('does not end the session when the refresh fails for a while', async () => {
    const { api, ended } = sessionWith('old')
    answer = request => (isRefresh(request) ? { status: 503, body: { error: 'ERR_UNAVAILABLE' } } : expired)
    await expect(api(queue.list)).rejects.toMatchObject({ status: 503 })
    expect(ended).toEqual([])
  })

  it('is refreshed once only: a second refusal ends the session instead of going round', async () => {
    const { api, ended } = sessionWith('old')
    answer = request => (isRefresh(request) ? { status: 200, body: { token: 'new' } } : expired)
    await expect(api(queue.list)).rejects.toMatchObject({ code: 'ERR_SESSION_EXPIRED' })
    expect(seen.filter(isRefresh)).toHaveLength(1)
    expect(seen).toHaveLength(3)
    expect(ended).toEqual(['ERR_SESSION_EXPIRED'])
  })
})

describe('other refusals', () => {
  it('401 on a private call ends the session', async () => {
    const { api, ended } = sessionWith('one')
    answer = () => ({ status: 401, body: { error: 'ERR_UNAUTHORIZED' } })
    await expect(api(queue.list)).rejects.toMatchObject({ status: 401 })
    expect(ended).toEqual(['ERR_UNAUTHORIZED'])
  })

  it('wrong credentials at the sign-in do not', async () => {
    const { api, ended } = sessionWith(null)
    answer = () => ({ status: 401, body: { error: 'ERR_INVALID_CREDENTIALS' } })
    await expect(api(auth.login, { body: { email: 'a@b.co', password: 'x' } })).rejects.toMatchObject({
      code: 'ERR_INVALID_CREDENTIALS',
    })
    expect(ended).toEqual([])
  })

  it('403 without permission is neither refreshed nor repeated', async () => {
    const { api, ended } = sessionWith('one')
    answer = () => ({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    await expect(api(queue.list)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
    expect(seen).toHaveLength(1)
    expect(ended).toEqual([])
  })
})
