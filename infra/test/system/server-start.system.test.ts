import { once } from 'node:events'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpServer } from './set-up-server.ts'
import { runServe, startServer, type TestServer } from './start-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
  await setUpServer(server)
})
afterAll(() => server.close())

describe('npm run serve', () => {
  it('says in its first line that its WhatsApp is for tests', () => {
    expect(server.output()[0]).toContain('TEST WHATSAPP')
  })

  it('serves the web, and no simulator', async () => {
    expect((await fetch(server.url)).headers.get('content-security-policy')).toContain("default-src 'self'")
    const written = await fetch(`${server.url}/sim/phones`, { method: 'POST', body: '{}' })
    expect([403, 404, 405, 503]).toContain(written.status)
  })

  it('stops in order, and starts again on its data', async () => {
    expect(await server.stop()).toMatchObject({ code: 0 })
    await server.start()
    expect((await fetch(server.url)).status).toBe(200)
  })

  it('names each wrong line of its configuration, and starts nothing', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'balcao-env-'))
    writeFileSync(join(dir, 'balcao.env'), 'PUBLIC_URL=http://shop.example.com\nPROT=3000\n')
    const child = runServe([], {}, dir)
    const [output, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
    expect(code).toBe(1)
    expect(output.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^balcao\.env:1: PUBLIC_URL: .*https:\/\//),
      expect.stringMatching(/^balcao\.env:2: PROT: .*PORT/),
    ])
  })

  it('refuses a second server on its data directory, and data that others may read', async () => {
    const second = runServe(['--env', join(server.dir, 'balcao.env')])
    const [output, [code]] = await Promise.all([text(second.stdout!), once(second, 'exit')])
    expect([code, output]).toEqual([1, expect.stringContaining('already')])

    await server.stop()
    chmodSync(server.dataDir, 0o755)
    await expect(server.start()).rejects.toThrow(`chmod u=rwX,go= '${server.dataDir}'`)
    chmodSync(server.dataDir, 0o700)
    await server.start()
  })
})
