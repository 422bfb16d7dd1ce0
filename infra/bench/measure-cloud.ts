// `npm run bench:cloud [-- --only in,out,kills --seconds 60 --messages 5000 --kills
// 100]`: a cloud number with the Cloud API's simulator. `in`: a customer's text to the
// browser at 80 a second; `out`: 80 a second over one number; `kills`: the senders are
// killed while a fifth of the answers is lost.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Demo } from '../demo/seed-demo.ts'
import { cloudSimulator } from './cloud/cloud-simulator.ts'
import { killSenders } from './cloud/kill-senders.ts'
import { latencyToBrowser } from './inbound-latency.ts'
import { ask, percentile } from './load.ts'
import { type Product, startProduct } from './start-product.ts'

const RATE = 80
/** Customers of the number that sends: none gets more than a burst. */
const PEOPLE = 160
const PHONE = '5511900007777'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'in,out,kills' },
    seconds: { type: 'string', default: '60' },
    messages: { type: 'string', default: '5000' },
    kills: { type: 'string', default: '100' },
  },
})
const only = values.only.split(',')
const [seconds, messages, kills] = [values.seconds, values.messages, values.kills].map(Number) as [
  number,
  number,
  number,
]
if (!only.every(part => ['in', 'out', 'kills'].includes(part)) || !(seconds > 0 && messages > 0 && kills >= 0)) {
  console.error('npm run bench:cloud -- [--only in,out,kills] [--seconds 60] [--messages 5000] [--kills 100]')
  process.exit(2)
}
const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)
const ms = (value: number) => `${value.toFixed(0)} ms`

if (only.includes('in') || only.includes('out'))
  await inFolder(async dataDir => {
    const product = await startProduct(dataDir)
    try {
      const shop = await connectNumber(product, dataDir)
      if (only.includes('in')) await measureIn(product, shop)
      if (only.includes('out')) await measureOut(product, shop)
    } finally {
      await product.stop()
    }
  })
if (only.includes('kills'))
  await inFolder(async dataDir => {
    const result = await killSenders(dataDir, { messages, kills }, line => console.log(line))
    row('messages', 'kills', 'arrived once', 'twice', 'marked as unknown', 'missing', 's')
    const { once, twice, unknown, missing } = result
    row(result.messages, result.kills, once, twice, unknown, missing, result.seconds.toFixed(0))
    if (twice > 0 || missing > 0) process.exitCode = 1
  })

async function inFolder(work: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-cloud-'))
  try {
    await work(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Shop = { token: string; phoneNumberId: string }

/** Signs in as the demo admin and connects a cloud number of the simulator. */
async function connectNumber({ url, simUrl }: Product, dataDir: string): Promise<Shop> {
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo
  const { email, password } = demo.users.find(({ profile }) => profile === 'admin')!
  const signIn = { method: 'POST', path: '/api/auth/login', body: { email, password } }
  const { token } = await ask<{ token: string }>(url, signIn)
  const number = await cloudSimulator(simUrl).makeNumber(PHONE)
  const body = { name: 'Oficial', provider: 'cloud', isDefault: true, ...number }
  await ask(url, { method: 'POST', path: '/api/whatsapp', token, body })
  return { token, phoneNumberId: number.phoneNumberId }
}

async function measureIn({ wsUrl, simUrl }: Product, { token, phoneNumberId }: Shop): Promise<void> {
  const { write } = cloudSimulator(simUrl)
  const send = (text: string, from: string) => write(phoneNumberId, from, text)
  const found = await latencyToBrowser({ wsUrl, token, rate: RATE, seconds, send })
  row('customer to browser', 'sent', 'seen', 'p50', 'p95', 'p99')
  row(`${RATE} a second`, found.sent, found.seen, ms(found.p50), ms(found.p95), ms(found.p99))
}

/** Answers many customers at a steady rate; from the call of the API to Meta. */
async function measureOut({ url, simUrl }: Product, { token, phoneNumberId }: Shop): Promise<void> {
  const simulator = cloudSimulator(simUrl)
  const api = <T>(method: string, path: string, body?: object) =>
    ask<T>(url, { method, path: `/api${path}`, token, ...(body ? { body } : {}) })
  const people = Array.from({ length: PEOPLE }, (_, i) => `55219${70_000_000 + i}`)
  for (const from of people) await simulator.write(phoneNumberId, from, 'oi')
  await simulator.settled()
  const tickets = await openTickets(api)
  const total = RATE * seconds
  const written = new Map<string, number>()
  const under: Promise<unknown>[] = []
  const began = performance.now()
  for (let i = 0; i < total; i++) {
    const wait = began + (i * 1000) / RATE - performance.now()
    if (wait > 0) await sleep(wait)
    const text = `resposta ${i}`
    written.set(text, Date.now())
    under.push(api('POST', `/messages/${tickets[i % tickets.length]}`, { body: text }))
  }
  await Promise.all(under)
  let sent = await simulator.sent(phoneNumberId)
  for (let rounds = 0; rounds < 120 && sent.length < total; rounds++) {
    await sleep(500)
    sent = await simulator.sent(phoneNumberId)
  }
  const times = sent
    .flatMap(({ text, at }) => (written.has(text) ? [Date.parse(at) - written.get(text)!] : []))
    .toSorted((a, b) => a - b)
  const ends = sent.map(({ at }) => Date.parse(at))
  const duration = (Math.max(...ends) - Math.min(...ends)) / 1000
  row('call of the API to Meta', 'written', 'sent', 'a second', 'p50', 'p95')
  const pace = (times.length / duration).toFixed(1)
  row(`${RATE} a second`, total, times.length, pace, ms(percentile(times, 0.5)), ms(percentile(times, 0.95)))
}

/** Accepts the waiting tickets; returns their ids. */
async function openTickets(api: <T>(method: string, path: string, body?: object) => Promise<T>): Promise<string[]> {
  const ids: string[] = []
  for (let rounds = 0; rounds < 60 && ids.length < PEOPLE; rounds++) {
    const query = 'status=pending&showAll=true&limit=100'
    const { tickets } = await api<{ tickets: { id: string }[] }>('GET', `/tickets?${query}`)
    for (const { id } of tickets) {
      await api('PUT', `/tickets/${id}`, { status: 'open' })
      ids.push(id)
    }
    if (tickets.length === 0) await sleep(500)
  }
  return ids
}
