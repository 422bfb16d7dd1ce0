import WebSocket from 'ws'
import { ask, percentile } from './load.ts'

export type Latency = { sent: number; seen: number; p50: number; p95: number; p99: number }

type Sent = Map<string, number>

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

const CUSTOMERS = Array.from({ length: 40 }, (_, i) => `55219${String(80_000_000 + i)}`)

/**
 * Measures how long a WhatsApp text takes from the customer's phone to an attendant's browser.
 * @param rate messages per second
 */
export async function inboundLatency(options: {
  simUrl: string
  wsUrl: string
  token: string
  business: string
  rate: number
  seconds: number
}): Promise<Latency> {
  const { simUrl, business, ...rest } = options
  for (const number of CUSTOMERS) {
    await ask(simUrl, { method: 'POST', path: '/sim/phones', body: { number, name: `Cliente ${number.slice(-4)}` } })
  }
  return latencyToBrowser({
    ...rest,
    send: (text, from) => {
      const body = { to: business, type: 'text', text }
      return ask(simUrl, { method: 'POST', path: `/sim/phones/${from}/messages`, body })
    },
  })
}

/**
 * Measures how long texts take to an attendant's browser: they come from many customers at a steady
 * rate, and a socket like the browser's receives each.
 * @param rate messages per second
 */
export async function latencyToBrowser(options: {
  wsUrl: string
  token: string
  rate: number
  seconds: number
  /** Has a customer send a text. */
  send: (text: string, from: string) => Promise<unknown>
}): Promise<Latency> {
  const { wsUrl, token, rate, seconds } = options
  const socket = new WebSocket(`${wsUrl}?token=${encodeURIComponent(token)}`)
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  for (const action of ['ready', 'joinNotification']) socket.send(JSON.stringify({ action }))
  for (const status of ['pending', 'open']) socket.send(JSON.stringify({ action: 'joinTickets', status }))

  const sent: Sent = new Map()
  const times: number[] = []
  socket.on('message', data => {
    const { event, payload } = JSON.parse(data.toString()) as {
      event?: string
      payload?: { action?: string; message?: { body?: string } }
    }
    if (!event?.endsWith('-appMessage') || payload?.action !== 'create') return
    const body = payload.message?.body ?? ''
    const at = sent.get(body)
    if (at === undefined) return
    sent.delete(body)
    times.push(performance.now() - at)
  })

  const send = (body: string, from: string) => {
    sent.set(body, performance.now())
    return options.send(body, from)
  }
  // One message of each customer first, so that contacts, tickets and sessions exist: the steady
  // state is measured.
  for (const number of CUSTOMERS) await send(`warm ${number}`, number)
  await until(() => sent.size === 0, 30_000)
  times.length = 0

  const total = rate * seconds
  const under: Promise<unknown>[] = []
  const started = performance.now()
  for (let i = 0; i < total; i++) {
    const wait = started + (i * 1000) / rate - performance.now()
    if (wait > 0) await pause(wait)
    under.push(send(`bench ${i}`, CUSTOMERS[i % CUSTOMERS.length]!))
  }
  await Promise.all(under)
  await until(() => sent.size === 0, 30_000)
  socket.close()
  times.sort((a, b) => a - b)
  return {
    sent: total,
    seen: times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
  }
}

async function until(done: () => boolean, ms: number): Promise<void> {
  const end = Date.now() + ms
  while (!done() && Date.now() < end) await pause(50)
}
