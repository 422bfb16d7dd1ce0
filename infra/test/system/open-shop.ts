import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import type { Product } from './start-product.ts'

/** A person who is signed in, for as long as they like. */
export type SignedIn = {
  userId: string
  /** An access token that is good for some minutes yet. */
  token: () => Promise<string>
  /** Calls the product's API as this person; a form goes as a form. */
  api: <T>(method: string, path: string, body?: object) => Promise<T>
}

/** A message as a phone of the simulator has it. */
export type PhoneMessage = { id: string; fromMe: boolean; ack: number; at: string; text?: string; copies?: number }

/** A company of the product whose connection is paired with a business's handset in the simulator. */
export type Shop = {
  companyId: string
  connectionId: string
  userId: string
  /** The business's number. */
  number: string
  /** The admin's access token of the start; `admin.token` is good for longer. */
  token: string
  admin: SignedIn
  /** Calls the product's API as the admin. */
  api: SignedIn['api']
  /** Calls the simulator's API. */
  sim: <T>(method: string, path: string, body?: object) => Promise<T>
  /** A customer writes a text to the business. @returns its id, once the simulator has taken it */
  write: (phone: string, text: string) => Promise<string>
  /** All tickets of a status. */
  tickets: (status: Ticket['status']) => Promise<Ticket[]>
  /** All messages of a ticket, oldest first. */
  messages: (ticketId: string) => Promise<Message[]>
  /** All that a phone has, oldest first. */
  onPhone: (phone: string) => Promise<PhoneMessage[]>
}

class HttpError extends Error {
  readonly status: number
  constructor(method: string, url: string, status: number, text: string) {
    super(`${method} ${url} answered ${status}: ${text.slice(0, 300)}`)
    this.status = status
  }
}

/** Whoever waits that long for an answer will never get one. */
const HANGS_MS = 60_000
/** Access tokens live longer than this; most tests do not live as long. */
const RENEW_MS = 8 * 60_000

/** Whether trying again may help: there was no answer, or one that says it is not the request's fault. */
export const passes = (error: unknown): boolean =>
  error instanceof HttpError ? error.status >= 500 : !(error instanceof DOMException)

type Answer<T> = { value: T; cookies: string[] }

/** Does something again until it was answered; it must be the same thing each time. @throws what trying again cannot help */
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

/** Waits until something is so. @throws what it was waiting for, after two minutes */
export async function until<T>(what: string, look: () => Promise<T | undefined | false>, pauseMs = 200): Promise<T> {
  const end = Date.now() + 120_000
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`)
    await sleep(pauseMs)
  }
}

/** Signs up a company, and its admin in. */
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
  const { api } = admin
  const sim: Shop['sim'] = (method, path, body) => call(method, `${product.simUrl}/sim${path}`, body)

  const connection = await api<Whatsapp>('POST', '/whatsapp', { name, isDefault: true })
  const here = () => api<Whatsapp>('GET', `/whatsapp/${connection.id}`)
  const qr = await until('a QR code', async () => (await here()).qrcode)
  await sim('POST', '/scan', { qr, number, name })
  await until('the connection', async () => (await here()).status === 'CONNECTED')

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
    connectionId: connection.id,
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
    // Pages go back in time, and each begins with its oldest.
    messages: async ticketId =>
      (await pages(`/messages/${ticketId}?`, page => page.messages as Message[])).toReversed().flat(),
    onPhone: phone => sim('GET', `/phones/${phone}/messages?after=0&limit=1000`),
  }
}
