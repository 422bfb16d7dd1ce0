import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeServer, listen } from '../listen.ts'
import { createStaticFiles, type Entry } from './static-files.ts'

const parent = mkdtempSync(join(tmpdir(), 'balcao-static-'))
const root = join(parent, 'dist')
const script = `console.log('${'x'.repeat(5000)}')`
const server = createServer()
const entries = new Map<string, Entry>()
let url = ''

beforeAll(async () => {
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(parent, 'secret.txt'), 'secret')
  writeFileSync(join(root, 'index.html'), '<html>page</html>')
  writeFileSync(join(root, 'favicon.svg'), '<svg/>')
  writeFileSync(join(root, 'service-worker.js'), 'keep()')
  writeFileSync(join(root, 'manifest.webmanifest'), '{}')
  writeFileSync(join(root, 'assets/app-123.js'), script)
  const files = createStaticFiles(root, { 'x-frame-options': 'DENY' }, entries)
  server.on('request', (request, response) => void files(request, response))
  url = `http://127.0.0.1:${await listen(server, 0)}`
})
afterAll(() => closeServer(server))

const get = (path: string, init?: RequestInit) => fetch(`${url}${path}`, init)

describe('files', () => {
  it('are in memory once, however their path is spelt', async () => {
    const { port } = server.address() as AddressInfo
    const path = (i: number) => `/${'a/../'.repeat(i)}assets/${i % 2 ? './' : ''}app-123.js`
    for (let i = 0; i < 10; i++) {
      // `fetch` would resolve the path itself.
      const [response] = (await once(request({ port, path: path(i) }).end(), 'response')) as [IncomingMessage]
      expect(response.resume().statusCode).toBe(200)
    }
    expect([...entries.keys()].filter(file => file.endsWith('app-123.js'))).toHaveLength(1)
  })

  it('are served with the headers of the edge', async () => {
    const response = await get('/assets/app-123.js')
    expect(await response.text()).toBe(script)
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    expect(response.headers.get('content-type')).toContain('javascript')
    expect(response.headers.get('cache-control')).toContain('immutable')
  })

  it.each(['br', 'gzip'])('are compressed by %s', async encoding => {
    const response = await get('/assets/app-123.js', { headers: { 'accept-encoding': encoding } })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(await response.text()).toBe(script)
  })

  it('are not sent again when they have not changed, and are when they have', async () => {
    const first = await get('/favicon.svg')
    const etag = first.headers.get('etag')!
    expect(first.headers.get('cache-control')).toBe('no-cache')
    expect((await get('/favicon.svg', { headers: { 'if-none-match': etag } })).status).toBe(304)
    writeFileSync(join(root, 'favicon.svg'), '<svg>other</svg>')
    expect((await get('/favicon.svg', { headers: { 'if-none-match': etag } })).status).toBe(200)
  })

  it('of the installed app are asked for anew each time: its worker is how an update is noticed', async () => {
    const worker = await get('/service-worker.js')
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(worker.headers.get('content-type')).toContain('text/javascript')
    const manifest = await get('/manifest.webmanifest')
    expect(manifest.headers.get('cache-control')).toBe('no-cache')
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
  })

  it('are 404 when missing', async () => {
    expect((await get('/assets/gone.js')).status).toBe(404)
  })

  it('lie below the root only', async () => {
    for (const path of ['/..%2fsecret.txt', '/assets/..%2f..%2fsecret.txt', '/%2e%2e/secret.txt']) {
      expect(await (await get(path)).text()).not.toContain('secret')
    }
    expect((await get('/%zz')).status).toBe(400)
  })
})

describe('the page', () => {
  it.each(['/', '/tickets', '/tickets/123?x=1'])('is at %s, and never cached', async path => {
    const response = await get(path)
    expect(await response.text()).toBe('<html>page</html>')
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  it('is read only', async () => {
    expect((await get('/', { method: 'POST' })).status).toBe(405)
    const head = await get('/', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})
