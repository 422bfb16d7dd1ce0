/** Starts this version on data directories that earlier versions made, which `fixtures` holds. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { renewDemo } from '../../demo/renew-demo.ts'
import type { Demo } from '../../demo/seed-demo.ts'
import { readDataFormat } from '../../local/data-format/format-file.ts'
import { MIGRATIONS } from '../../local/data-format/migrations.ts'
import { startCloud } from '../../local/start-cloud.ts'

const BUSINESS = '5511900001234'
const MARIA = '5511988880001'

const dirs: string[] = []
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true })
})

/** Unpacks the data directory of an earlier version. */
function unpack(format: number): string {
  const dir = mkdtempSync(join(tmpdir(), 'balcao-earlier-'))
  dirs.push(dir)
  execFileSync('tar', ['-xzf', join(import.meta.dirname, `fixtures/data-format-${format}.tar.gz`), '-C', dir])
  return dir
}

async function ask<T>(url: string, method: string, path: string, token?: string, body?: object): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text) as T
}

type Message = { body: string; mediaUrl?: string | null }
type Ticket = { id: string; contact: { name: string } }

it('takes data of format 1 to the present one, with its messages, files and linked phone', async () => {
  const dataDir = unpack(1)
  // Versions before 0.2 kept this folder under another name.
  renameSync(join(dataDir, 'simulator/simulators'), join(dataDir, 'simulator/outside'))
  const log: string[] = []
  const cloud = await startCloud({ dataDir, port: 0, simPort: 0, log: line => log.push(line) })
  try {
    expect(readDataFormat(dataDir)?.format).toBe(MIGRATIONS.at(-1)!.to)
    expect(log.filter(line => line.startsWith('data format'))).toEqual(
      MIGRATIONS.map(({ to, summary }) => `data format ${to}: ${summary}`),
    )
    expect(existsSync(join(dataDir, 'simulator/simulators/mail.sqlite'))).toBe(true)
    expect(existsSync(join(dataDir, 'simulator/outside'))).toBe(false)

    const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo
    await renewDemo(cloud, demo)
    const [{ email, password }] = demo.users as [Demo['users'][number]]
    const { token } = await ask<{ token: string }>(cloud.url, 'POST', '/api/auth/login', undefined, { email, password })
    const get = <T>(path: string) => ask<T>(cloud.url, 'GET', `/api${path}`, token)
    const listed = async (status: string) => (await get<{ tickets: Ticket[] }>(`/tickets?status=${status}`)).tickets
    const messagesOf = async ({ id }: Ticket) => (await get<{ messages: Message[] }>(`/messages/${id}`)).messages
    const named = (tickets: Ticket[]) => tickets.map(({ contact }) => contact.name).sort()
    expect(named(await listed('open'))).toEqual(['Rosa Melo'])
    const waiting = await listed('pending')
    expect(named(waiting)).toEqual(['José Lima', 'Maria Andrade'])
    const maria = waiting.find(({ contact }) => contact.name === 'Maria Andrade')!
    const messages = await messagesOf(maria)
    const texts = (of: Message[]) =>
      of
        .map(({ body }) => body)
        .filter(body => body.startsWith('Mensagem'))
        .sort()
    expect(texts(messages)).toEqual([1, 2, 3, 4, 5].map(i => `Mensagem ${i} de Maria Andrade`))
    const picture = messages.find(({ mediaUrl }) => mediaUrl)?.mediaUrl ?? ''
    const file = await fetch(picture)
    expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, 70])

    // The phone is linked still: no code is asked for, and messages go both ways.
    await expect
      .poll(async () => (await get<{ status: string }[]>('/whatsapp')).map(({ status }) => status), { timeout: 60_000 })
      .toEqual(['CONNECTED'])
    const sent = { to: BUSINESS, type: 'text', text: 'Mensagem 6 de Maria Andrade' }
    await ask(cloud.simUrl!, 'POST', `/sim/phones/${MARIA}/messages`, undefined, sent)
    await expect.poll(async () => texts(await messagesOf(maria)), { timeout: 60_000 }).toHaveLength(6)
  } finally {
    await cloud.close()
  }
})
