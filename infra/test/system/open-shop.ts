import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import type { Product } from './start-product.ts'

/** A signed-in person, whose session is renewed. */
export type SignedIn = {
  userId: string
  /** Returns an access token that is valid for some minutes more. */
  token: () => Promise<string>
  /** Calls the product's API as this person; sends a form as a form. */
  api: <T>(method: string, path: string, body?: object) => Promise<T>
}

/** A message on a phone of the simulator. */
export type PhoneMessage = { id: string; fromMe: boolean; ack: number; at: string; text?: string; copies?: number }

/** A company whose connection is paired with a business's handset in the simulator. */
export type Shop = {
  companyId: string
  connectionId: string
  userId: string
  /** The business's number. */
  number: string
  /** The admin's first access token; `admin.token` is valid for longer. */
  token: string
  admin: SignedIn
  /** Calls the product's API as the admin. */
  api: SignedIn['api']
  /** Calls the simulator's API. */
  sim: <T>(method: string, path: string, body?: object) => Promise<T>
  /**
   * Sends a text of a customer to the business. @returns its id, once the simulator has accepted it
   */
  write: (phone: string, text: string) => Promise<string>
  /** Returns all tickets of a status. */
  tickets: (status: Ticket['status']) => Promise<Ticket[]>
  /** Returns all messages of a ticket, oldest first. */
  messages: (ticketId: string) => Promise<Message[]>
  /** Returns all messages of a phone, oldest first. */
  onPhone: (phone: string) => Promise<PhoneMessage[]>
}

class HttpError extends Error {
  readonly status: number
  constructor(method: string, url: string, status: number, text: string) {
    super(`${method} ${url} answered ${status}: ${text.slice(0, 300)}`)
    this.status = status
  }
}

/** Milliseconds after which an unanswered call counts as failed. */
const HANGS_MS = 60_000
/** Access tokens live longer than this; most tests do not. */
const RENEW_MS = 8 * 60_000

/**
 * Returns true if a retry may help: there was no answer, or the answer does not blame the request,
 * or it came too slowly (408).
 */
export const passes = (error: unknown): boolean =>
  error instanceof HttpError ? error.status >= 500 || error.status === 408 : !(error instanceof DOMException)

type Answer<T> = { value: T; cookies: string[] }

/** Repeats idempotent work until it is answered. @throws an error that a retry cannot mend */
export async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!passes(error)) throw error
      await sleep(250)
    }
  }
}

async function ask<T>(
  method: string,
  url: string,
  body: object | undefined,
  headers: Record<string, string>,
): Promise<Answer<T>> {
  const isForm = body instanceof FormData
  const response = await fetch(url, {
    method,
    headers: { ...(body && !isForm ? { 'content-type': 'application/json' } : {}), ...headers },
    body: isForm ? body : body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(HANGS_MS),
  })
  const text = await response.text()
  if (!response.ok) throw new HttpError(method, url, response.status, text)
  return { value: (text ? JSON.parse(text) : undefined) as T, cookies: response.headers.getSetCookie() }
}

const call = async <T>(method: string, url: string, body?: object, headers: Record<string, string> = {}): Promise<T> =>
  (await ask<T>(method, url, body, headers)).value

type Session = { token: string; user: { id: string } }

/** Signs a person in, and renews the session as a browser does. */
export async function signIn(product: Pick<Product, 'url'>, email: string, password: string): Promise<SignedIn> {
  const at = (path: string) => `${product.url}/api${path}`
  let session = await ask<Session>('POST', at('/auth/login'), { email, password }, {})
  let renewAt = Date.now() + RENEW_MS
  let renewal: Promise<void> | undefined
  const renew = async () => {
    const cookie = session.cookies.find(each => each.startsWith('jrt='))?.split(';')[0] ?? ''
    session = await ask<Session>('POST', at('/auth/refresh_token'), undefined, { cookie })
    renewAt = Date.now() + RENEW_MS
  }
  const token = async () => {
    if (Date.now() > renewAt) {
      renewal ??= renew().finally(() => {
        renewal = undefined
      })
      await renewal
    }
    return session.value.token
  }
  return {
    userId: session.value.user.id,
    token,
    api: async (method, path, body) => call(method, at(path), body, { authorization: `Bearer ${await token()}` }),
  }
}

/** Waits until a condition holds. @throws the condition's name, after two minutes */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>, pauseMs = 200): Promise<T> {
  const end = Date.now() + 120_000
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`)
    await sleep(pauseMs)
  }
}

/** Signs up a company and signs in its admin. */
export async function signUp(
  product: Pick<Product, 'url'>,
  name: string,
): Promise<{ companyId: string; admin: SignedIn }> {
  const email = `${randomUUID()}@product.test`
  const password = randomUUID()
  const at = (path: string) => `${product.url}/api${path}`
  const plan = (await call<{ id: string }[]>('GET', at('/plans/list'))).at(-1)!
  const signup = { name: `${name} ${randomUUID()}`, phone: '11999990000', email, password, planId: plan.id }
  const company = await call<{ id: string }>('POST', at('/companies/cadastro'), signup)
  return { companyId: company.id, admin: await signIn(product, email, password) }
}

/** Signs up a company and pairs its first connection. */
export async function openShop(product: Pick<Product, 'url' | 'simUrl'>, name: string, number: string): Promise<Shop> {
  const { companyId, admin } = await signUp(product, name)
  return pairShop(product, { companyId, admin }, name, number)
}

/** Pairs the first connection of a company with a business's handset. */
export async function pairShop(
  product: Pick<Product, 'url' | 'simUrl'>,
  { companyId, admin }: Pick<Shop, 'companyId' | 'admin'>,
  name: string,
  number: string,
): Promise<Shop> {
  const { api } = admin
  const connection = await api<Whatsapp>('POST', '/whatsapp', { name, isDefault: true })
  const here = () => api<Whatsapp>('GET', `/whatsapp/${connection.id}`)
  const qr = await until('a QR code', async () => (await here()).qrcode)
  await callSimulator(product)('POST', '/scan', { qr, number, name })
  await until('the connection', async () => (await here()).status === 'CONNECTED')
  return shopOf(product, { companyId, admin, connectionId: connection.id, number })
}

const callSimulator =
  (product: Pick<Product, 'simUrl'>): Shop['sim'] =>
  (method, path, body) =>
    call(method, `${product.simUrl}/sim${path}`, body)

/** Returns the calls for a company whose connection is paired. */
export async function shopOf(
  product: Pick<Product, 'simUrl'>,
  { companyId, admin, connectionId, number }: Pick<Shop, 'companyId' | 'admin' | 'connectionId' | 'number'>,
): Promise<Shop> {
  const { api } = admin
  const sim = callSimulator(product)
  const pages = async <T>(path: string, read: (page: Record<string, unknown>) => T[]): Promise<T[][]> => {
    const found: T[][] = []
    let cursor: string | null = null
    do {
      const from: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
      const page: Record<string, unknown> = await api('GET', `${path}limit=100${from}`)
      found.push(read(page))
      cursor = page.nextCursor as string | null
    } while (cursor)
    return found
  }
  return {
    companyId,
    connectionId,
    userId: admin.userId,
    number,
    token: await admin.token(),
    admin,
    api,
    sim,
    write: async (phone, text) =>
      (await sim<{ id: string }>('POST', `/phones/${phone}/messages`, { to: number, type: 'text', text })).id,
    tickets: async status =>
      (await pages(`/tickets?status=${status}&showAll=true&`, page => page.tickets as Ticket[])).flat(),
    // Pages go back in time, and each begins with its oldest message.
    messages: async ticketId =>
      (await pages(`/messages/${ticketId}?`, page => page.messages as Message[])).toReversed().flat(),
    onPhone: phone => sim('GET', `/phones/${phone}/messages?after=0&limit=1000`),
  }
}
