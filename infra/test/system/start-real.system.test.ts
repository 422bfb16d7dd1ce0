import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, seedDemo } from '../../demo/seed-demo.ts'
import { spawnChild } from '../../local/child-process.ts'
import { freePort } from '../../local/free-port.ts'
import { startCloud } from '../../local/start-cloud.ts'
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

/** Signs in and returns a function that calls the API. */
async function signIn(url: string, { email, password }: Demo['users'][number]) {
  const call = async <T>(method: string, path: string, body?: object, token?: string): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(answer.status, `${method} ${path}`).toBeLessThan(300)
    return (await answer.json()) as T
  }
  const { token } = await call<{ token: string }>('POST', '/auth/login', { email, password })
  return <T>(method: string, path: string, body?: object) => call<T>(method, path, body, token)
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
    const { users } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo
    const call = await signIn(url, users[0]!)
    const get = (path: string) => call('GET', path)
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

describe('the whole product while WhatsApp is out of reach', () => {
  it('shows why on the connection, and the QR code within seconds once WhatsApp is back', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'balcao-away-'))
    const port = await freePort()
    const cloud = await startCloud({
      dataDir: dir,
      port: 0,
      only: ['simulator', 'host'],
      whatsapp: { url: `ws://127.0.0.1:${port}/ws/chat` },
    })
    const { hostname, port: simPort } = new URL(cloud.simUrl!)
    const way = createServer(socket => {
      const to = connect(Number(simPort), hostname).on('error', () => socket.destroy())
      socket.on('error', () => to.destroy()).on('close', () => to.destroy())
      socket.pipe(to).pipe(socket)
    })
    try {
      const { demo } = await seedDemo(cloud.url, dir)
      const call = await signIn(cloud.url, demo.users[0]!)
      const { id } = await call<{ id: string }>('POST', '/whatsapp', { name: 'Loja' })
      const row = () => call<{ status: string; disconnectReason?: string | null }>('GET', `/whatsapp/${id}`)
      await expect.poll(row, { timeout: 30_000 }).toMatchObject({ status: 'OPENING', disconnectReason: 'unreachable' })
      way.listen(port, '127.0.0.1')
      await expect.poll(row, { timeout: 15_000 }).toMatchObject({ status: 'qrcode', disconnectReason: null })
    } finally {
      way.close()
      await cloud.close()
      rmSync(dir, { recursive: true, force: true })
    }
  }, 120_000)
})
