// @vitest-environment jsdom
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

let server: Server
let answer: { status: number; body: unknown }
let asked: number

beforeEach(async () => {
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  asked = 0
  server = createServer((_, response) => {
    asked += 1
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => realFetch(new URL(input, origin), init))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

const user = { id: 'u', company: { settings: [] } }

describe('the start of a session', () => {
  it('asks nobody when no one ever signed in here', async () => {
    const { startSession } = await import('./session.ts')
    expect(await startSession()).toEqual({ state: 'out' })
    expect(asked).toBe(0)
  })

  it('takes up the session of the refresh cookie', async () => {
    localStorage.setItem('balcao.signed-in', '1')
    answer = { status: 200, body: { token: 't', user } }
    const { accessToken, startSession } = await import('./session.ts')
    expect((await startSession()).state).toBe('in')
    expect(accessToken()).toBe('t')
    expect(asked).toBe(1)
  })

  it('is signed out when the cookie is no longer good, and does not ask again', async () => {
    localStorage.setItem('balcao.signed-in', '1')
    answer = { status: 401, body: { error: 'ERR_SESSION_ENDED' } }
    const { startSession } = await import('./session.ts')
    expect(await startSession()).toEqual({ state: 'out', reason: 'replaced' })
    expect(localStorage.getItem('balcao.signed-in')).toBeNull()
  })

  it('stays open for a retry when the server is away', async () => {
    localStorage.setItem('balcao.signed-in', '1')
    answer = { status: 503, body: { error: 'ERR_UNAVAILABLE' } }
    const { startSession } = await import('./session.ts')
    await expect(startSession()).rejects.toMatchObject({ status: 503 })
    answer = { status: 200, body: { token: 't', user } }
    expect((await startSession()).state).toBe('in')
  })
})

describe('the end of a session', () => {
  it('chosen by the person has no other reason, even when the server reports it first', async () => {
    const { endSession, session, signedIn, signOut } = await import('./session.ts')
    signedIn({ token: 't', user: user as never })
    answer = { status: 200, body: {} }
    const done = signOut()
    endSession('expired')
    await done
    expect(session.get()).toEqual({ state: 'out' })
  })

  it('never keeps the access token in storage', async () => {
    const { signedIn } = await import('./session.ts')
    signedIn({ token: 'secret-token', user: user as never })
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret-token')
  })

  it('signed in elsewhere: says so, and forgets the account but not the theme', async () => {
    vi.useFakeTimers()
    try {
      const { endSession, session, signedIn } = await import('./session.ts')
      signedIn({ token: 't', user: user as never })
      localStorage.setItem('balcao.theme', 'dark')
      localStorage.setItem('balcao.draft.1', 'secret')
      endSession('replaced')
      expect(session.get()).toEqual({ state: 'out', reason: 'replaced' })
      // The page reloads at the end of it, which jsdom does not do.
      vi.spyOn(console, 'error').mockImplementation(() => undefined)
      vi.advanceTimersByTime(1000)
      expect({ ...localStorage }).toEqual({ 'balcao.theme': 'dark' })
      // The sign-in page after the reload still says why.
      vi.resetModules()
      const afterReload = await import('./session.ts')
      expect(await afterReload.startSession()).toEqual({ state: 'out', reason: 'replaced' })
    } finally {
      vi.restoreAllMocks()
      vi.useRealTimers()
    }
  })
})
