import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPOSITORY } from '../../constructs/repository.ts'
import { spawnChild } from '../../local/child-process.ts'
import { closeServer, listen } from '../../local/listen.ts'
import { REFUSED } from '../../local/refusal.ts'
import { setUpServer } from './set-up-server.ts'
import { runServe, startServer, type TestServer } from './start-server.ts'

let server: TestServer

/** Waits for the end of a start that is refused. */
async function outcome(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  const [output, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
  return { code: code as number | null, output }
}

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

  it('takes no sign-ups until told to', async () => {
    const at = `${server.url}/api/companies/cadastro`
    expect(await (await fetch(at)).json()).toEqual({ open: false })
    const body = { name: 'Loja', email: 'a@example.com', phone: '11999990000', password: 'secret1', planId: newId() }
    const headers = { 'content-type': 'application/json' }
    const refused = await fetch(at, { method: 'POST', headers, body: JSON.stringify(body) })
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: 'ERR_SIGN_UP_CLOSED' }])
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
    const { code, output } = await outcome(child)
    expect(code).toBe(REFUSED)
    expect(output.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^balcao\.env:1: PUBLIC_URL: .*https:\/\//),
      expect.stringMatching(/^balcao\.env:2: PROT: .*PORT/),
    ])
  })

  it('refuses values of the example file, and a file that is no certificate', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'balcao-env-'))
    const pix = 'PIX_URL=https://pix.shop.example\nPIX_KEY=a\nPIX_CLIENT_ID=a\nPIX_CLIENT_SECRET=b\n'
    const files = `PIX_CLIENT_CERTIFICATE=${dir}/balcao.env\nPIX_CLIENT_KEY=${dir}/balcao.env\n`
    const started = (lines: string) => {
      writeFileSync(join(dir, 'balcao.env'), `PUBLIC_URL=https://shop.example\nDATA_DIR=${dir}/data\n${lines}`)
      return outcome(runServe([], {}, dir))
    }
    const output = expect.stringMatching(
      /^balcao\.env:3: BACKUP_PASSPHRASE: it is still the example; write your own\n$/,
    )
    expect(await started('BACKUP_PASSPHRASE="a long sentence that only you know"\n')).toEqual({ code: REFUSED, output })
    expect(await started(`${pix}${files}`)).toEqual({
      code: REFUSED,
      output: expect.stringMatching(/^PIX_CLIENT_CERTIFICATE: .* holds no certificate in PEM/),
    })
    expect(existsSync(join(dir, 'data'))).toBe(false)
  })

  it('keeps temporary files on the disk of its data, and none of an earlier run', async () => {
    const scratch = join(server.dataDir, 'tmp')
    await server.kill()
    writeFileSync(join(scratch, 'balcao-import-left'), 'left')
    await server.start()
    expect(readdirSync(scratch)).not.toContain('balcao-import-left')
    expect(statSync(scratch).mode & 0o777).toBe(0o700)
    const environment = readFileSync(`/proc/${server.hostPid()}/environ`, 'utf8').split('\0')
    expect(environment).toContain(`TMPDIR=${scratch}`)
  })

  it('refuses a second server on its data directory, and data that others may read', async () => {
    const second = await outcome(runServe(['--env', join(server.dir, 'balcao.env')]))
    expect(second).toMatchObject({ code: REFUSED, output: expect.stringContaining('already') })

    await server.stop()
    chmodSync(server.dataDir, 0o755)
    await expect(server.start()).rejects.toThrow(`chmod 700 '${server.dataDir}'`)
    chmodSync(server.dataDir, 0o700)
    await server.start()
  })

  it('refuses a clock that WhatsApp contradicts, and a port in use', async () => {
    const whatsapp = createServer((_, response) => {
      response.setHeader('date', new Date(Date.now() - 300_000).toUTCString()).end()
    })
    const port = await listen(whatsapp, 0)
    try {
      const own = { DATA_DIR: mkdtempSync(join(tmpdir(), 'balcao-clock-')), BALCAO_ALLOW_TEST_WHATSAPP: '1' }
      const started = (env: Record<string, string>) =>
        outcome(runServe([], { PUBLIC_URL: 'http://127.0.0.1:3000', ...own, ...env }, own.DATA_DIR))
      const late = await started({ WHATSAPP_URL: `ws://127.0.0.1:${port}/ws/chat`, PORT: String(port) })
      expect(late).toMatchObject({
        code: 1,
        output: expect.stringMatching(/\d{3} s ahead of that of 127/),
      })
      expect(readdirSync(own.DATA_DIR)).toEqual([])
      const busy = await started({ WHATSAPP_URL: server.simUrl.replace('http', 'ws'), PORT: String(port) })
      expect(busy).toMatchObject({ code: 1, output: expect.stringContaining('port is in use') })
    } finally {
      await closeServer(whatsapp)
    }
  })

  it('refuses to run without its packages', async () => {
    const program = mkdtempSync(join(tmpdir(), 'balcao-program-'))
    for (const file of ['server/serve.ts', 'server/run-serve.ts', 'local/refusal.ts'])
      cpSync(join(REPOSITORY, 'infra', file), join(program, 'infra', file))
    writeFileSync(join(program, 'package.json'), '{"type":"module"}')
    const child = spawnChild(process.execPath, [join(program, 'infra/server/serve.ts')], {
      output: 'pipe',
      env: { PATH: process.env.PATH },
    })
    expect(await outcome(child)).toEqual({ code: REFUSED, output: expect.stringMatching(/^A part .*Run: npm ci\n$/) })
  })

  it.runIf(process.getuid?.() === 0)('does not run as root without being told to', async () => {
    const program = join(REPOSITORY, 'infra/server/serve.ts')
    const child = spawnChild(process.execPath, [program, '--env', join(server.dir, 'balcao.env')], {
      output: 'pipe',
      env: { PATH: process.env.PATH },
    })
    expect(await outcome(child)).toMatchObject({ code: REFUSED, output: expect.stringContaining('--allow-root') })
  })
})
