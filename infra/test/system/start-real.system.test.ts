import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { spawnChild } from '../../local/child-process.ts'
import { freePort } from '../../local/free-port.ts'
import { childOf } from './child-of.ts'

const children = new Set<ChildProcess>()

/** Starts `npm start` with arguments. Resolves when it is ready or has ended. */
async function start(args: string[], env: Record<string, string>) {
  const program = join(import.meta.dirname, '../../demo/start.ts')
  const child = spawnChild(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    output: 'pipe',
    env: { ...process.env, ...env },
  })
  children.add(child)
  const output: string[] = []
  const ended = once(child, 'close').then(([code]) => code as number)
  const ready = new Promise<undefined>(resolve => {
    createInterface({ input: child.stdout! }).on('line', line => {
      output.push(line)
      if (/^ready \d+\.\ds$/.test(line)) resolve(undefined)
    })
  })
  const code = await Promise.race([ended, ready])
  return { child, output, code }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  children.delete(child)
}

let dataDir: string
let simUrl: string
let env: Record<string, string>
let url: string

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'balcao-real-'))
  const [port, simPort] = [await freePort(), await freePort()]
  url = `http://127.0.0.1:${port}`
  simUrl = `http://127.0.0.1:${simPort}`
  env = {
    BALCAO_PORT: String(port),
    BALCAO_SIM_PORT: String(simPort),
    BALCAO_DATA_DIR: dataDir,
    // Of the shell: the session host must not get them.
    WHATSAPP_URL: 'ws://127.0.0.1:9/ws/chat',
    BALCAO_ALLOW_TEST_WHATSAPP: '1',
    // An operator's own authorities go on; this machine's are none of this test.
    NODE_EXTRA_CA_CERTS: '',
    WHATSAPP_VERSION: '2.3000.1099999999',
  }
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('npm start -- --whatsapp real', () => {
  it('speaks to WhatsApp itself, says so, and sends nothing by itself', async () => {
    const { child, output, code } = await start(['--whatsapp', 'real'], env)
    expect(code, output.join('\n')).toBe(undefined)
    expect(output[0]).toBe('WARNING: this product speaks to WhatsApp itself: messages go to real people')
    expect(output.filter(line => line.includes('real people'))).toHaveLength(1)

    // The session host: WhatsApp's own address and authorities, and the version that was asked for.
    const host = childOf(child.pid!, 'session-host/src/main.ts')
    const given = readFileSync(`/proc/${host}/environ`, 'utf8').split('\0')
    expect(given.filter(line => /^(WHATSAPP|NODE_EXTRA|BALCAO_ALLOW|NODE_TLS)/.test(line))).toEqual([
      'WHATSAPP_VERSION=2.3000.1099999999',
    ])

    // The simulator: its phones are off, and everything else is on.
    const page = await (await fetch(simUrl)).text()
    expect(page).toContain('Os telefones do simulador estão desligados')
    for (const [method, path] of [
      ['GET', '/sim/phones'],
      ['POST', '/sim/phones'],
      ['GET', '/sim/phones/5511988887777/messages'],
      ['POST', '/sim/scan'],
      ['GET', '/sim/waiting'],
      ['POST', '/sim/faults'],
    ] as const) {
      const answer = await fetch(`${simUrl}${path}`, { method })
      expect(answer.status, path).toBe(409)
      expect(await answer.json()).toEqual({
        error: 'ERR_SIM_PHONES_OFF',
        message: expect.stringContaining('--whatsapp real'),
      })
    }
    expect((await fetch(`${simUrl}/mail`)).status).toBe(200)
    expect(await (await fetch(`${simUrl}/sim/systems`)).json()).not.toEqual([])

    // The demo and its shop: nobody to write to, and nothing that would be written.
    await expect
      .poll(() => output.find(line => line.includes('the demo shop')), { timeout: 120_000 })
      .toContain('is open')
    const { users } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as {
      users: { email: string; password: string }[]
    }
    const { email, password } = users[0]!
    const signedIn = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const { token } = (await signedIn.json()) as { token: string }
    const get = async (path: string) =>
      (await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })).json()
    expect(await get('/contacts')).toMatchObject({ contacts: [], count: 0 })
    expect(await get('/tickets?status=open')).toMatchObject({ tickets: [] })
    expect(await get('/campaigns')).toMatchObject({ records: [] })
    expect(await get('/schedules')).toMatchObject({ schedules: [] })
    expect(await get('/whatsapp')).toEqual([])
    const settings = (await get('/settings')) as { key: string; value: string }[]
    expect(settings.find(({ key }) => key === 'birthdayMessage')?.value ?? '').toBe('')
    await stop(child)
  }, 240_000)

  it('does not take its data directory for the simulator’s, which would unlink the phone', async () => {
    const { output, code } = await start([], env)
    expect(code).toBe(1)
    expect(output.join('\n')).toContain(`${dataDir} was used with WhatsApp itself`)
  })

  it('refuses another value with the usage, and starts nothing', async () => {
    const { output, code } = await start(['--whatsapp', 'yes'], env)
    expect(code).toBe(1)
    expect(output[0]).toBe('--whatsapp: must be simulator or real, not "yes"')
    expect(output[1]).toBe('Usage: npm start -- [--fresh] [--whatsapp simulator|real]')
  })
})
