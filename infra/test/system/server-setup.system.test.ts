import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpServer } from './set-up-server.ts'
import { startServer, type TestServer } from './start-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const statusOf = async (path: string, init: RequestInit = {}) => (await fetch(server.url + path, init)).status

async function post<T>(path: string, body: unknown): Promise<{ status: number; body: T }> {
  const response = await fetch(`${server.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as T }
}

describe('the first set-up of a server', () => {
  it('is the only thing that answers until it has succeeded, then everything does', async () => {
    const link = server.setupUrl()!
    expect(link).toMatch(new RegExp(`^${server.url}/setup\\?token=[\\w-]{43}$`))
    expect([await statusOf('/setup'), await statusOf('/favicon.svg'), await statusOf('/api/health')]).toEqual([
      200, 200, 200,
    ])
    expect([await statusOf('/'), await statusOf('/api/version'), await statusOf('/api/plans/list')]).toEqual([
      503, 503, 503,
    ])
    const token = new URL(link).searchParams.get('token')
    expect(await post('/setup/look', { token: 'made-up' })).toEqual({ status: 422, body: { error: 'ERR_SETUP_TOKEN' } })
    expect((await post('/setup/look', { token })).status).toBe(200)

    // An interrupted start: the next one prints another link, and the one before is worth nothing.
    await server.kill()
    await server.start()
    expect(await statusOf('/')).toBe(503)
    expect((await post('/setup/look', { token })).body).toEqual({ error: 'ERR_SETUP_TOKEN' })

    const { super: operator, admin, company } = await setUpServer(server)
    expect(await statusOf('/')).toBe(200)
    for (const { id, email, password } of [operator, admin]) {
      const { status, body } = await post<{ token: string; user: { id: string; super: boolean; companyId: string } }>(
        '/auth/login',
        { email, password },
      )
      expect([status, body.user.id, body.user.companyId]).toEqual([200, id, company.id])
      expect(body.user.super).toBe(id === operator.id)
    }
  })

  it('is over for good, and a restart prints no link', async () => {
    expect((await server.stop()).code).toBe(0)
    await server.start()
    expect(server.setupUrl()).toBeUndefined()
    expect(await statusOf('/')).toBe(200)
    expect((await post('/setup/look', { token: 'any' })).body).toEqual({ error: 'ERR_SETUP_DONE' })
  })
})
