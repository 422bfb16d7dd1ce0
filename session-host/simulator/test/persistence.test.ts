import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../server.ts'
import { eventually, TestClient } from './test-client.ts'
import { trustCa } from './trust-ca.ts'

const SHOP = '5511900000001'
const ANA = '5511988887777'
const BIA = '5511977776666'
const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'balcao-sim-test-'))
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('in process', () => {
  it('goes on after a restart: accounts, sessions, queue, history, groups, media', async () => {
    let simulator = await startSimulator({ dataDir })
    trustCa(simulator.caPem)
    simulator.addPhone({ number: ANA, name: 'Ana' })
    simulator.addPhone({ number: BIA, name: 'Bia', addressing: 'lid' })
    const client = await new TestClient(simulator).link(SHOP, 'Loja')
    const group = simulator.createGroup({ subject: 'Grupo', owner: ANA, members: [SHOP] })
    await simulator.phone(ANA).sendText(SHOP, 'antes')
    await client.text('antes')
    const sent = await client.sock.sendMessage(simulator.phone(ANA).pn, { text: 'resposta' })
    await simulator.phone(ANA).sendText(group, 'no grupo')
    await client.text('no grupo')
    await eventually(() => simulator.network.store.findMessage(ANA, sent!.key.id!))
    client.end()
    await eventually(() => !simulator.phone(SHOP).devices[0]!.isOnline)
    const media = Buffer.from('guardada')
    const picture = await simulator.phone(BIA).send(SHOP, { type: 'image', media })
    await simulator.phone(ANA).sendText(SHOP, 'enquanto fora')
    const before = simulator.network.store.messages(ANA, {})
    const mediaOrigin = simulator.network.mediaOrigin
    const ca = readFileSync(simulator.caPath, 'utf8')
    await simulator.close()

    simulator = await startSimulator({ dataDir })
    expect(simulator.network.store.messages(ANA, {})).toEqual(before)
    expect(simulator.network.mediaOrigin).toBe(mediaOrigin)
    expect(readFileSync(simulator.caPath, 'utf8')).toBe(ca)
    await client.reconnect(simulator)
    await client.text('enquanto fora')
    const message = await client.message(one => one.key.id === picture)
    expect((await client.download(message, {})).toString()).toBe('guardada')
    await client.sock.sendMessage(simulator.phone(ANA).pn, { text: 'depois' })
    await client.sock.sendMessage(group, { text: 'grupo depois' })
    for (const text of ['depois', 'grupo depois']) {
      await eventually(() => simulator.network.store.messages(ANA, {}).some(row => row.entry.text === text), text)
    }
    await simulator.phone(ANA).sendText(group, 'grupo ainda')
    await client.text('grupo ainda')
    expect(simulator.network.errors).toEqual([])
    client.end()
    await simulator.close()
  })

  it('lets one process only use a data directory', async () => {
    const simulator = await startSimulator({ dataDir })
    await expect(startSimulator({ dataDir })).rejects.toThrow(/locked/)
    await simulator.close()
  })
})

describe('as a process', () => {
  let child: ChildProcess | undefined

  const start = (...args: string[]) =>
    new Promise<string>((resolve, reject) => {
      child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
        env: { ...process.env, BALCAO_SIM_PORT: '0', BALCAO_SIM_DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child.once('exit', () => reject(new Error('the simulator ended')))
      let out = ''
      child.stdout!.on('data', chunk => {
        out += chunk
        const url = /^simulator ready (http:\S+)$/m.exec(out)?.[1]
        if (url) resolve(url)
      })
    })

  const end = (signal: NodeJS.Signals) =>
    new Promise<number | null>(resolve => {
      child!.once('exit', code => resolve(code))
      child!.kill(signal)
    })

  afterEach(() => void child?.kill('SIGKILL'))

  const post = async (url: string, path: string, body: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    return response.json() as Promise<Record<string, string>>
  }

  const remote = (url: string): Simulator =>
    ({
      waUrl: `${url.replace('http', 'ws')}/ws/chat`,
      caPem: readFileSync(join(dataDir, 'media-ca.pem'), 'utf8'),
      scan: (qr: string, number: string, name?: string) => post(url, '/sim/scan', { qr, number, name }),
    }) as unknown as Simulator

  it('loses nothing it acknowledged when killed, and nothing a phone was told is sent', async () => {
    let url = await start()
    await post(url, '/sim/phones', { number: ANA, name: 'Ana' })
    const client = await new TestClient(remote(url)).link(SHOP, 'Loja')
    const acknowledged = new Set<string>()
    const watch = () =>
      client.sock.ws.on('CB:ack,class:message', node => {
        if (!node.attrs.error) acknowledged.add(node.attrs.id)
      })
    watch()
    const outgoing = Array.from({ length: 30 }, (_, i) =>
      client.sock.sendMessage(`${ANA}@s.whatsapp.net`, { text: `sai ${i}` }).catch(() => undefined),
    )
    const incoming: string[] = []
    const sending = (async () => {
      for (let i = 0; i < 100; i++) {
        const { id } = await post(url, `/sim/phones/${ANA}/messages`, { to: SHOP, type: 'text', text: `entra ${i}` })
        incoming.push(id!)
      }
    })().catch(() => undefined)
    await eventually(() => acknowledged.size > 5 && incoming.length > 5)
    await end('SIGKILL')
    await Promise.all([sending, ...outgoing])
    client.end()

    url = await start()
    await client.reconnect(remote(url))
    await eventually(() => incoming.every(id => client.receivedIds.has(id)), 'delivery of what was sent')
    const rows = (await (await fetch(`${url}/sim/phones/${ANA}/messages`)).json()) as { id: string; fromMe: boolean }[]
    const known = new Set(rows.map(row => row.id))
    expect([...acknowledged].filter(id => !known.has(id))).toEqual([])
    expect(incoming.filter(id => !known.has(id))).toEqual([])
    expect(rows.length).toBe(known.size)
    client.end()
  })

  it('ends cleanly on SIGTERM and begins empty with --fresh', async () => {
    let url = await start()
    await post(url, '/sim/phones', { number: ANA })
    expect(await end('SIGTERM')).toBe(0)
    url = await start()
    expect(await (await fetch(`${url}/sim/phones`)).json()).toHaveLength(1)
    await end('SIGTERM')
    url = await start('--fresh')
    expect(await (await fetch(`${url}/sim/phones`)).json()).toEqual([])
  })
})
