import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../demo/seed/random.ts'
import { passes, type Shop, type SignedIn, signIn } from '../../test/system/open-shop.ts'
import type { Product } from '../../test/system/start-product.ts'
import { listenAsBrowser } from './listen-browser.ts'

/** Calls of a browser of the attacked company, and the product's answers. */
export type Flood = {
  calls: number
  answers: Map<number, number>
  /** Number of calls without any answer. */
  unanswered: number
  /** Answers that must never occur. */
  broken: string[]
}

const PARALLEL = 20
const WORDS = 100
const GUESSES = 8
const PATHS = [
  '/tickets?status=open&showAll=true&limit=100',
  '/tickets?status=pending&showAll=true&limit=100',
  '/tickets?searchParam=cliente&showAll=true',
  '/tickets?searchParam=hostil&showAll=true',
  '/contacts?searchParam=cliente&pageNumber=1',
  '/contacts?pageNumber=1000&limit=100',
  '/messages/00000000-0000-7000-8000-000000000000',
  '/users',
  '/whatsapp',
  '/tags',
  '/queue',
  '/settings',
]

/**
 * Floods the product from an attendant's browser: many lists and searches at once, a WebSocket that
 * sends too much, wrong passwords. Ends when `isOver`, after each of the three has been done at
 * least once.
 */
export async function flood(
  product: Product,
  shop: Shop,
  random: Random,
  pauseMs: number,
  isOver: () => boolean,
): Promise<Flood> {
  const seen: Flood = { calls: 0, answers: new Map(), unanswered: 0, broken: [] }
  const email = `${randomUUID()}@product.test`
  const password = randomUUID()
  await shop.api('POST', '/users', { name: 'Apressado', email, password })
  const person = await signIn(product, email, password)
  let received = 0
  const browser = await listenAsBrowser({
    wsUrl: `${product.url.replace('http', 'ws')}/ws`,
    token: person.token,
    rooms: () => [{ action: 'ready' }, { action: 'joinTickets', status: 'pending' }],
    onEvent: () => received++,
  })

  const count = async (answer: Promise<Response>) => {
    seen.calls++
    try {
      const response = await answer
      const bytes = (await response.arrayBuffer()).byteLength
      seen.answers.set(response.status, (seen.answers.get(response.status) ?? 0) + 1)
      if (response.status >= 500 || bytes > 4 * 2 ** 20) {
        seen.broken.push(`${new URL(response.url).pathname} answered ${response.status} with ${bytes} bytes`)
      }
    } catch {
      seen.unanswered++
    }
  }

  const lists = async ({ token }: SignedIn) => {
    const authorization = `Bearer ${await token()}`
    const calls = Array.from({ length: PARALLEL }, () => random.pick(PATHS))
    await Promise.all(calls.map(path => count(fetch(`${product.url}/api${path}`, { headers: { authorization } }))))
  }
  const words = async () => {
    const tickets = [...(await shop.tickets('open')), ...(await shop.tickets('pending'))]
    for (let i = 0; i < WORDS; i++) {
      const ticketId = tickets.length > 0 && random.chance(0.5) ? random.pick(tickets).id : randomUUID()
      browser.send(
        random.pick([
          { action: 'ping' },
          { action: 'userStatus' },
          { action: 'joinChatBox', ticketId },
          { action: 'leaveChatBox', ticketId },
          { action: 'typing', ticketId, typing: true },
          { action: 'nothing', text: 'x'.repeat(30_000) },
          { action: 'joinTickets', status: 'closed' },
        ]),
      )
    }
  }
  const guesses = async () => {
    const guess = () => ({ email: random.chance(0.5) ? email : `${randomUUID()}@product.test`, password: randomUUID() })
    const headers = { 'content-type': 'application/json' }
    await Promise.all(
      Array.from({ length: GUESSES }, () =>
        count(fetch(`${product.url}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(guess()) })),
      ),
    )
  }

  const kinds = [() => lists(person), words, guesses]
  try {
    for (let round = 0; round < kinds.length || !isOver(); round++) {
      try {
        await (round < kinds.length ? kinds[round]! : random.pick(kinds))()
      } catch (error) {
        if (passes(error)) seen.unanswered++
        else seen.broken.push(error instanceof Error ? error.message : String(error))
      }
      await sleep(random.below(pauseMs + 1))
    }
  } finally {
    browser.close()
  }
  return seen
}
