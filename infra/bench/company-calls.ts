import { handler as accountArea } from '@balcao/functions/areas/account/handler.ts'
import { handler as contactsArea } from '@balcao/functions/areas/contacts/handler.ts'
import { handler as ticketsArea } from '@balcao/functions/areas/tickets/handler.ts'
import type { AreaHandler } from '@balcao/functions/http/area-handler.ts'
import type { LoadedCompany } from '../demo/seed/load-company.ts'
import { eventOf, signIn } from './gateway-event.ts'

/** Calls that `run-calls.ts` is ordered to make, and their processor time in milliseconds. */
export type CallOrder = { kind: CallKind; calls: number }
export type CallTime = { ms: number }

/** Access tokens of two users. All processes share them: a new sign-in ends a user's session. */
export type Tokens = { agent: string; admin: string }

/** Number of concurrent calls, as functions wait for the table in parallel. */
const MAX_CONCURRENT = 4
/** Number of tickets whose messages are read and that are written to. */
const TICKETS = 100

type Tickets = { tickets: { id: string }[]; nextCursor: string | null }
type Run = () => Promise<unknown>

export type CallKind =
  | 'openAgent'
  | 'pendingAgent'
  | 'openAdmin'
  | 'searchCommon'
  | 'messages'
  | 'contacts'
  | 'contactsSearch'
  | 'contactCreate'
  | 'messageCreate'
  | 'accept'
  | 'login'

export const signInBoth = async ({ agents, admin }: LoadedCompany): Promise<Tokens> => ({
  agent: await signIn(agents[0]!),
  admin: await signIn(admin),
})

async function answer<T>(handler: AreaHandler, ...call: Parameters<typeof eventOf>): Promise<T> {
  const { statusCode, body } = await handler(eventOf(...call))
  if (statusCode >= 300) throw new Error(`${call[1]} ${call[2]}: ${statusCode} ${body}`)
  return JSON.parse(body) as T
}

async function runsOf(
  { agents, password }: LoadedCompany,
  { agent, admin: adminToken }: Tokens,
): Promise<Record<CallKind | 'refill', Run>> {
  const tickets = async (status: string, most: number) => {
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null && ids.length < most; ) {
      const query = `status=${status}&showAll=true&limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
      const page: Tickets = await answer(ticketsArea, adminToken, 'GET', '/tickets', query)
      ids.push(...page.tickets.map(({ id }) => id))
      cursor = page.nextCursor
    }
    return ids.slice(0, most)
  }
  const { id: userId } = await answer<{ id: string }>(accountArea, agent, 'GET', '/auth/me', '')
  const open = await tickets('open', TICKETS)
  let turn = 0
  const nextOpen = () => open[turn++ % open.length]!
  const pending: string[] = []
  let accepted: string[] = []
  const get =
    (handler: AreaHandler, token: string, path: string, query = ''): Run =>
    () =>
      answer(handler, token, 'GET', path, query)
  let created = Math.floor(Math.random() * 30_000_000)
  return {
    openAgent: get(ticketsArea, agent, '/tickets', 'status=open'),
    pendingAgent: get(ticketsArea, agent, '/tickets', 'status=pending'),
    openAdmin: get(ticketsArea, adminToken, '/tickets', 'status=open&showAll=true'),
    searchCommon: get(ticketsArea, adminToken, '/tickets', 'searchParam=andrade&showAll=true'),
    messages: () => answer(ticketsArea, adminToken, 'GET', `/messages/${nextOpen()}`, ''),
    contacts: get(contactsArea, agent, '/contacts', 'pageNumber=1'),
    contactsSearch: get(contactsArea, agent, '/contacts', 'searchParam=andrade&pageNumber=1'),
    contactCreate: () =>
      answer(contactsArea, agent, 'POST', '/contacts', '', {
        name: 'Nova Cliente',
        number: `55219${String(60_000_000 + created++)}`,
      }),
    messageCreate: () =>
      answer(ticketsArea, adminToken, 'POST', `/messages/${nextOpen()}`, '', {
        body: 'Tudo certo por aqui, obrigado.',
      }),
    accept: async () => {
      const id = pending.shift()
      if (!id) throw new Error('more tickets are accepted than are pending')
      accepted.push(id)
      await answer(ticketsArea, agent, 'PUT', `/tickets/${id}`, '', { status: 'open', userId })
    },
    login: () => answer(accountArea, '', 'POST', '/auth/login', '', { email: agents[1], password }),
    /** Returns the accepted tickets to the queue, without measuring it. */
    refill: async () => {
      for (const id of accepted)
        await answer(ticketsArea, adminToken, 'PUT', `/tickets/${id}`, '', { status: 'pending' })
      accepted = []
      pending.splice(0, pending.length, ...(await tickets('pending', 100)))
    },
  }
}

async function repeat(run: Run, calls: number): Promise<void> {
  let left = calls
  const client = async () => {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, client))
}

/**
 * Returns a function that makes `calls` calls of a kind and returns the processor time (ms) that
 * this process used for them.
 * @param begin called after the preparation of the calls, before the first of them
 */
export async function companyCalls(company: LoadedCompany, tokens: Tokens) {
  const runs = await runsOf(company, tokens)
  return async (kind: CallKind, calls: number, begin: () => void = () => undefined): Promise<number> => {
    if (kind === 'accept') await runs.refill()
    begin()
    const before = process.cpuUsage()
    await repeat(runs[kind], calls)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}
