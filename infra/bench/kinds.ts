import { randomUUID } from 'node:crypto'
import { ask, type Call } from './load.ts'

export type KindName =
  | 'login'
  | 'openAgent'
  | 'pendingAgent'
  | 'openAdmin'
  | 'openFew'
  | 'searchCommon'
  | 'searchRare'
  | 'messages'
  | 'contacts'
  | 'contactsSearch'
  | 'dashboard'
  | 'contactCreate'
  | 'messageCreate'
  | 'accept'
  | 'resolve'
  | 'apiSend'

/** A kind of request. */
export type Kind = {
  name: KindName
  title: string
  /** Returns the next call; undefined when there is none left. */
  next: () => Call | undefined
  /** Maximum number of calls of one measurement, where calls use something up. */
  most?: number
}

type People = { admin: string; agents: string[]; password: string }
/**
 * Number of tickets whose messages are read, of tickets of the agent who owns few, and of calls
 * that the public API's usage plan grants at once.
 */
const READ = 300
const FEW = 5
const BURST = 18

type Token = { token: string }
type Tickets = { tickets: { id: string; queueId: string | null }[]; nextCursor: string | null }
type Contacts = { contacts: { number: string }[] }

const get = (path: string, token: string): Call => ({ method: 'GET', path: `/api${path}`, token })
const json = (method: string, path: string, token: string, body: object): Call => ({
  method,
  path: `/api${path}`,
  token,
  body,
})

/** Returns a function that cycles through a list. */
function around<T>(list: readonly T[]): () => T {
  let i = 0
  return () => list[i++ % list.length]!
}

const take =
  <T>(list: T[], use: (each: T) => Call): (() => Call | undefined) =>
  () => {
    const each = list.shift()
    return each === undefined ? undefined : use(each)
  }

/** Returns the ids of a tab's first tickets with a queue: attendants see no others. */
async function ticketsOf(origin: string, token: string, status: string, most: number): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null && ids.length < most; ) {
    const query = `status=${status}&showAll=true&limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
    const page: Tickets = await ask(origin, get(`/tickets?${query}`, token))
    ids.push(...page.tickets.filter(({ queueId }) => queueId !== null).map(({ id }) => id))
    cursor = page.nextCursor
  }
  return ids.slice(0, most)
}

/** Signs in a new agent who owns five open tickets. */
async function agentWithFew(
  origin: string,
  adminToken: string,
  pending: string[],
  signIn: (email: string) => Promise<string>,
  password: string,
): Promise<string> {
  const queues = await ask<{ id: string }[]>(origin, get('/queue', adminToken))
  const email = `poucos-${randomUUID().slice(0, 8)}@carga.balcao.local`
  const body = { name: 'Poucos', email, password, queueIds: queues.map(({ id }) => id) }
  const { id: userId } = await ask<{ id: string }>(origin, json('POST', '/users', adminToken, body))
  const token = await signIn(email)
  for (const id of pending) await ask(origin, json('PUT', `/tickets/${id}`, token, { status: 'open', userId }))
  return token
}

/**
 * Returns the kinds of requests of the peer's table, for a loaded company. Reads come first: writes
 * change the data.
 * @param writes number of tickets accepted, and resolved, per measurement
 */
export async function kindsFor(origin: string, { admin, agents, password }: People, writes: number): Promise<Kind[]> {
  const signIn = async (email: string): Promise<string> => {
    const call = { method: 'POST', path: '/api/auth/login', body: { email, password } }
    return (await ask<Token>(origin, call)).token
  }
  // The other agents are kept for sign-ins, which end their sessions.
  const agent = await signIn(agents[0]!)
  const adminToken = await signIn(admin)
  const signers = around(agents.slice(1))
  const measurements = 3 * writes
  const open = await ticketsOf(origin, adminToken, 'open', READ + measurements)
  const pending = await ticketsOf(origin, adminToken, 'pending', FEW + measurements)
  const few = await agentWithFew(origin, adminToken, pending.splice(0, FEW), signIn, password)
  const read = around(open.splice(0, READ))
  const me = await ask<{ id: string }>(origin, get('/auth/me', agent))
  const [connection] = await ask<{ id: string }[]>(origin, get('/whatsapp', adminToken))
  const { token: apiToken } = await ask<Token>(
    origin,
    json('POST', `/whatsapp/${connection!.id}/token`, adminToken, {}),
  )
  const { contacts } = await ask<Contacts>(origin, get('/contacts?limit=100', adminToken))
  const numbers = around(contacts.map(({ number }) => number))
  let created = 0
  return [
    { name: 'openAgent', title: 'tickets: open, agent', next: () => get('/tickets?status=open', agent) },
    { name: 'pendingAgent', title: 'tickets: pending, agent', next: () => get('/tickets?status=pending', agent) },
    {
      name: 'openAdmin',
      title: 'tickets: open, admin, all',
      next: () => get('/tickets?status=open&showAll=true', adminToken),
    },
    { name: 'openFew', title: 'tickets: open, agent who owns 5', next: () => get('/tickets?status=open', few) },
    {
      name: 'searchCommon',
      title: 'tickets: search, 4 % match',
      next: () => get('/tickets?searchParam=andrade&showAll=true', adminToken),
    },
    {
      name: 'searchRare',
      title: 'tickets: search, 0.1 % match',
      next: () => get('/tickets?searchParam=wanderleia&showAll=true', adminToken),
    },
    { name: 'messages', title: 'messages of a ticket, 20', next: () => get(`/messages/${read()}`, adminToken) },
    { name: 'contacts', title: 'contacts: page', next: () => get('/contacts?pageNumber=1', agent) },
    {
      name: 'contactsSearch',
      title: 'contacts: search',
      next: () => get('/contacts?searchParam=andrade&pageNumber=1', agent),
    },
    { name: 'dashboard', title: 'dashboard: 30 days', next: () => get('/dashboard?days=30', adminToken) },
    {
      name: 'contactCreate',
      title: 'contact: create',
      next: () =>
        json('POST', '/contacts', agent, {
          name: 'Nova Cliente',
          number: `55219${String(60_000_000 + created++)}`,
        }),
    },
    {
      name: 'messageCreate',
      title: 'message: send',
      next: () => json('POST', `/messages/${read()}`, adminToken, { body: 'Tudo certo por aqui, obrigado.' }),
    },
    {
      name: 'accept',
      title: 'ticket: accept',
      most: writes,
      next: take(pending, id => json('PUT', `/tickets/${id}`, agent, { status: 'open', userId: me.id })),
    },
    {
      name: 'resolve',
      title: 'ticket: resolve',
      most: writes,
      next: take(open, id => json('PUT', `/tickets/${id}`, adminToken, { status: 'closed' })),
    },
    {
      name: 'apiSend',
      title: 'public API: send',
      // The usage plan grants as many at once and refuses more, by design.
      most: BURST,
      next: () => json('POST', '/messages/send', apiToken, { number: numbers(), body: 'Seu pedido saiu.' }),
    },
    {
      name: 'login',
      title: 'login',
      next: () => ({ method: 'POST', path: '/api/auth/login', body: { email: signers(), password } }),
    },
  ]
}
