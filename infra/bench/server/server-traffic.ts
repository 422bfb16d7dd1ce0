import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { type SignedIn, until } from '../../test/system/open-shop.ts'
import { pairConnection } from '../connect-phone.ts'
import { listenAsBrowser } from '../hostile/listen-browser.ts'
import { ask } from '../load.ts'

export type ServerTraffic = {
  /** Messages so far: of customers, of attendants, and those the browser saw. */
  counts: { asked: number; answered: number; seen: number }
  failures: string[]
  /** Sends at a rate until `isOver`. @param rate messages a second, half of them each way */
  run: (rate: number, isOver: () => boolean) => Promise<void>
  close: () => void
}

type Conversation = { business: string; phone: string; ticketId: string }

const CUSTOMERS = 8
/** One of so many messages of customers is a picture. */
const PICTURES = 20
const PICTURE_BYTES = 100_000
/** Requests that a browser makes at times while people work. */
const SCREENS = ['tickets?status=open', 'tickets?status=pending', 'contacts', 'queue', 'dashboard?days=7']
const SCREEN_MS = 2000

/**
 * Links connections to phones of the simulator, lets eight customers of each write for the first
 * time, accepts their tickets and opens the attendant's browser.
 */
export async function startTraffic(
  server: { url: string; simUrl: string },
  admin: SignedIn,
  connections: number,
): Promise<ServerTraffic> {
  const counts = { asked: 0, answered: 0, seen: 0 }
  const failures: string[] = []
  const sim = (path: string, body: object) => ask<{ id: string }>(server.simUrl, { method: 'POST', path, body })
  const businesses = Array.from({ length: connections }, (_, i) => `55119${String(70_000_000 + i)}`)
  for (const [i, business] of businesses.entries()) {
    const connection = { name: `Bancada ${i + 1}`, isDefault: i === 0 }
    await pairConnection(server, await admin.token(), connection, business)
  }
  const conversations: Conversation[] = []
  for (const [i, business] of businesses.entries()) {
    for (let n = 0; n < CUSTOMERS; n++) {
      const phone = `55219${String(80_000_000 + i * 1000 + n)}`
      await sim('/sim/phones', { number: phone, name: `Cliente ${phone.slice(-4)}` })
      await sim(`/sim/phones/${phone}/messages`, { to: business, type: 'text', text: 'bom dia' })
      conversations.push({ business, phone, ticketId: '' })
    }
  }
  for (const conversation of conversations) {
    const path = `/tickets?status=pending&showAll=true&searchParam=${conversation.phone}`
    const { id } = await until('the ticket of a customer', async () => {
      const { tickets } = await admin.api<{ tickets: Ticket[] }>('GET', path)
      return tickets[0]
    })
    await admin.api('PUT', `/tickets/${id}`, { status: 'open', userId: admin.userId })
    conversation.ticketId = id
  }
  const browser = await listenAsBrowser({
    wsUrl: `${server.url.replace('http', 'ws')}/ws`,
    token: admin.token,
    rooms: () => [
      { action: 'ready' },
      { action: 'joinNotification' },
      { action: 'joinTickets', status: 'open' },
      { action: 'joinTickets', status: 'pending' },
    ],
    onEvent(channel, { action }) {
      if (channel === 'appMessage' && action === 'create') counts.seen++
    },
  })

  const write = async ({ phone, business }: Conversation, n: number) => {
    const isPicture = n % PICTURES === 0
    const head = Buffer.from('\xff\xd8\xff\xc0\0\x0b\x08\0\x01\0\x01\x01\x01\x11\0', 'latin1')
    const bytes = isPicture ? Buffer.concat([head, randomBytes(PICTURE_BYTES)]) : undefined
    const content = bytes
      ? { type: 'image', mimetype: 'image/jpeg', mediaBase64: bytes.toString('base64'), text: `foto ${n}` }
      : { type: 'text', text: `pergunta ${n}: quanto custa a entrega para o centro?` }
    await sim(`/sim/phones/${phone}/messages`, { to: business, ...content })
    counts.asked++
  }
  const reply = async ({ ticketId }: Conversation, n: number) => {
    await admin.api('POST', `/messages/${ticketId}`, { body: `resposta ${n}: a entrega custa R$ 12,50.` })
    counts.answered++
  }
  return {
    counts,
    failures,
    async run(rate, isOver) {
      const under = new Set<Promise<unknown>>()
      const track = (work: Promise<unknown>) => {
        const done = work
          .catch(error => failures.push(error instanceof Error ? error.message : String(error)))
          .finally(() => under.delete(done))
        under.add(done)
      }
      const screens = setInterval(() => {
        const path = SCREENS[Math.floor(Math.random() * SCREENS.length)]!
        track(admin.api('GET', `/${path}`))
      }, SCREEN_MS)
      const began = performance.now()
      for (let i = 0; !isOver(); i++) {
        const wait = began + (i * 1000) / rate - performance.now()
        if (wait > 0) await sleep(wait)
        const conversation = conversations[(i >> 1) % conversations.length]!
        track(i % 2 === 0 ? write(conversation, i) : reply(conversation, i))
      }
      clearInterval(screens)
      await Promise.all(under)
    },
    close: () => browser.close(),
  }
}
