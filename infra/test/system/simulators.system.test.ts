import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Cloud } from '../../local/cloud-options.ts'
import { startCloud } from '../../local/start-cloud.ts'

// The simulators beside WhatsApp's, with the deployed code of the functions.
const dataDir = mkdtempSync(join(tmpdir(), 'balcao-simulators-'))
let cloud: Cloud
let token: string
const email = `${crypto.randomUUID()}@example.com`
const password = crypto.randomUUID()

beforeAll(async () => {
  cloud = await startCloud({ dataDir, port: 0, simPort: 0, only: ['simulator', 'schedules'] })
  const plans = await api<{ id: string }[]>('GET', '/plans/list')
  const planId = plans.at(-1)!.id
  await api('POST', '/companies/cadastro', {
    name: `Loja ${email}`.slice(0, 50),
    email,
    phone: '11999990000',
    password,
    planId,
  })
  token = (await api<{ token: string }>('POST', '/auth/login', { email, password })).token
})
afterAll(async () => {
  await cloud.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function ask<T>(url: string, method: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`)
  return (text ? JSON.parse(text) : undefined) as T
}

const api = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  ask(`${cloud.url}/api${path}`, method, body, token ? { authorization: `Bearer ${token}` } : {})
const sim = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  ask(`${cloud.simUrl}/sim${path}`, method, body)

describe('the simulators', () => {
  it('stands beside the phones, on their origin', async () => {
    expect(await sim('GET', '/systems')).toEqual([
      { name: 'E-mail', href: '/mail' },
      { name: 'Push', href: '/push' },
      { name: 'Banco', href: '/bank' },
      { name: 'Cloud API', href: '/cloud' },
      { name: 'Meta', href: '/meta' },
      { name: 'Bots', href: '/bots' },
      { name: 'ERP', href: '/erp' },
      { part: '/clock.js' },
    ])
    for (const path of [
      '/',
      '/mail',
      '/mail.js',
      '/mail.css',
      '/push',
      '/push.js',
      '/bank',
      '/bank.js',
      '/bank.css',
      '/cloud',
      '/cloud.js',
      '/cloud-phone.js',
      '/cloud.css',
      '/meta',
      '/bots',
      '/erp',
      '/erp.js',
      '/erp.css',
      '/clock.js',
      '/entry.js',
      '/dom.js',
      '/systems.js',
      '/page.css',
    ])
      expect([path, (await fetch(`${cloud.simUrl}${path}`)).status]).toEqual([path, 200])
    const screen = await (await fetch(`${cloud.simUrl}/push`)).text()
    expect(screen).toContain('<title>Push · Simulador</title>')
    expect(screen.match(/<main>|src="[^"]+"|href="\/[a-z.]+"/g)).toEqual([
      'href="/page.css"',
      'src="/push.js"',
      'src="/systems.js"',
      '<main>',
    ])
    expect(await sim('GET', '/phones')).toEqual([])
  })

  it('fires at once what would be due in an hour, when its clock is moved', async () => {
    const queue = await api<{ id: string }>('POST', '/queue', {
      name: 'Reserva',
      color: '#1ABC9C',
      greetingMessage: 'Olá',
    })
    const connection = await api<{ id: string }>('POST', '/whatsapp', {
      name: 'Loja',
      greetingMessage: 'Olá',
      timeToTransfer: 60,
      transferQueueId: queue.id,
    })
    const contact = await api<{ id: string }>('POST', '/contacts', { name: 'Ana', number: '5511988887777' })
    const made = await api<{ id: string }>('POST', '/tickets', {
      contactId: contact.id,
      whatsappId: connection.id,
      status: 'pending',
    })
    const waitsIn = async () => (await api<{ queueId: string | null }>('GET', `/tickets/${made.id}`)).queueId
    expect(await waitsIn()).toBeNull()
    const moved = await sim<{ now: string; advancedSeconds: number }>('POST', '/clock', { advanceSeconds: 3700 })
    expect(moved.advancedSeconds).toBe(3700)
    expect(Date.parse(moved.now)).toBeGreaterThan(Date.now() + 3_600_000)
    expect(await waitsIn()).toBe(queue.id)
    expect(await sim('GET', '/clock')).toMatchObject({ advancedSeconds: 3700 })
  })

  it('has the notice of another password in its mailbox', async () => {
    const me = await api<{ id: string }>('GET', '/auth/me')
    const changed = await api<{ token: string }>('PUT', `/users/${me.id}`, {
      password: crypto.randomUUID(),
      currentPassword: password,
    })
    token = changed.token
    type Box = { to: string; subject: string }[]
    await expect
      .poll(() => sim<Box>('GET', `/mail?to=${encodeURIComponent(email)}`), { timeout: 60_000 })
      .toContainEqual(expect.objectContaining({ to: email, subject: 'Sua senha do Balcão foi alterada' }))
  })
})
