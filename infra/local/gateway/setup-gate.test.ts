import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { closeServer, listen } from '../listen.ts'
import { clientAddresses } from './client-address.ts'
import { serveOrigin } from './serve-origin.ts'
import { createSetupGate } from './setup-gate.ts'
import type { WebSocketGateway } from './websocket-gateway.ts'

/** Refuses each socket in its own way, so that one that came as far is known by it. */
const SOCKETS: WebSocketGateway = {
  upgrade: async (_request, socket) => void socket.end('HTTP/1.1 418 x\r\n\r\n'),
  manage: async () => {},
  close: async () => {},
}

let server: ReturnType<typeof createServer>
let url: string
let isSetUp: boolean
let asked: number

beforeEach(async () => {
  isSetUp = false
  asked = 0
  server = createServer()
  const answer = (name: string) => async (request: IncomingMessage, response: ServerResponse) => {
    request.resume()
    response.end(name)
  }
  serveOrigin(server, {
    stage: 'api',
    rest: answer('api'),
    apiHeaders: {},
    publicObjects: answer('public'),
    links: undefined,
    files: answer('files'),
    onPage: () => {},
    websocket: SOCKETS,
    addressOf: clientAddresses([]),
    gate: createSetupGate(async () => {
      asked++
      return isSetUp
    }, 'api'),
  })
  url = `http://127.0.0.1:${await listen(server, 0)}`
})
afterEach(() => closeServer(server))

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url + path, { headers })
  return { status: response.status, text: await response.text(), headers: response.headers }
}
const statusOfSocket = () =>
  new Promise(resolve => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?token=x`)
    socket.once('error', error => resolve(Number(/\d{3}/.exec(error.message)?.[0])))
  })

/** Routes that the set-up needs, and no others. */
const OPEN = {
  '/setup?token=abc': 'files',
  '/setup': 'files',
  '/assets/index-Bqw3.js': 'files',
  '/manifest.webmanifest': 'files',
  '/favicon.svg': 'files',
  '/api/setup': 'api',
  '/api/setup/look': 'api',
  '/api/health': 'api',
}
const CLOSED = ['/', '/login', '/index.html', '/setup/x', '/setupx', '/api/auth/login', '/api/setup/x', '/api/setups']
const CLOSED_FILES = ['/api/x.js', '/public/logo.png', '/api/version', '/api/openapi.json', '/ws/x.js', '/?/setup']

describe('before the first set-up', () => {
  it.each(Object.entries(OPEN))('%s is answered', async (path, by) => {
    expect(await get(path)).toMatchObject({ status: 200, text: by })
    expect(asked).toBe(0)
  })

  it.each([...CLOSED, ...CLOSED_FILES])('%s is not', async path => {
    const { status, text, headers } = await get(path)
    expect([status, JSON.parse(text)]).toEqual([503, { error: 'ERR_NOT_SET_UP' }])
    expect(headers.get('retry-after')).toBe('10')
  })

  it.each([
    ['en-GB,en;q=0.9,pt;q=0.8', 'en', 'Open the link it printed when it started'],
    ['es-MX', 'es', 'Abra el enlace que mostró al iniciar'],
    ['fr', 'pt-BR', 'Abra o link que ele mostrou ao iniciar'],
  ])('tells a browser that prefers %s to use the printed link', async (language, tag, words) => {
    const page = await get('/', { accept: 'text/html,*/*;q=0.8', 'accept-language': language })
    expect(page.status).toBe(503)
    expect(page.text).toContain(`<html lang="${tag}">`)
    expect(page.text).toContain(words)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('refresh')).toBe('10')
  })

  it('opens no socket', async () => {
    expect(await statusOfSocket()).toBe(503)
  })

  it('opens at once when it has succeeded, and asks no more', async () => {
    expect((await get('/login')).status).toBe(503)
    isSetUp = true
    expect((await get('/login')).text).toBe('files')
    expect((await get('/api/auth/login')).text).toBe('api')
    expect(await statusOfSocket()).toBe(418)
    expect(asked).toBe(2)
  })
})
