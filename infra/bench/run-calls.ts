// Child of measure-calls.ts: the functions' code in a process of its own, so that what it uses can be told from what the table
// and the queues use. Takes `{ kind, calls }`, answers the processor time of this process for them, milliseconds.
import { handler as accountArea } from '@balcao/functions/areas/account/handler.ts'
import { handler as contactsArea } from '@balcao/functions/areas/contacts/handler.ts'
import { handler as ticketsArea } from '@balcao/functions/areas/tickets/handler.ts'
import type { AreaHandler } from '@balcao/functions/http/area-handler.ts'
import type { LoadedCompany } from '../demo/seed/load-company.ts'
import { eventOf, signIn } from './gateway-event.ts'
import type { CallKind } from './measure-calls.ts'

export type Order = { kind: CallKind; calls: number }
export type Spent = { ms: number }
/** Of two people, which all children share: who signs in again ends their session. */
export type Tokens = { agent: string; admin: string }

/** Calls under way at once: functions wait for the table side by side. */
const AT_ONCE = 4
/** Tickets whose messages are read and that are written to. */
const READ = 100

type Tickets = { tickets: { id: string }[]; nextCursor: string | null }
type Run = () => Promise<unknown>

async function answer<T>(handler: AreaHandler, ...call: Parameters<typeof eventOf>): Promise<T> {
  const { statusCode, body } = await handler(eventOf(...call))
  if (statusCode >= 300) throw new Error(`${call[1]} ${call[2]}: ${statusCode} ${body}`)
  return JSON.parse(body) as T
}

async function runsFor(
  { agents, password }: LoadedCompany,
  { agent, admin: adminToken }: Tokens,
): Promise<Record<CallKind, Run>> {
  const tickets = async (status: string, most: number, skip: number) => {
    const ids: string[] = []
    for (let cursor: string | null = ''; cursor !== null && ids.length < most + skip; ) {
      const query = `status=${status}&showAll=true&limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
      const page: Tickets = await answer(ticketsArea, adminToken, 'GET', '/tickets', query)
      ids.push(...page.tickets.map(({ id }) => id))
      cursor = page.nextCursor
    }
    return ids.slice(skip, skip + most)
  }
  const { id: userId } = await answer<{ id: string }>(accountArea, agent, 'GET', '/auth/me', '')
  const read = await tickets('open', READ, 0)
  let turn = 0
  const next = () => read[turn++ % read.length]!
  const stock: string[] = []
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
    messages: () => answer(ticketsArea, adminToken, 'GET', `/messages/${next()}`, ''),
    contacts: get(contactsArea, agent, '/contacts', 'pageNumber=1'),
    contactsSearch: get(contactsArea, agent, '/contacts', 'searchParam=andrade&pageNumber=1'),
    contactCreate: () =>
      answer(contactsArea, agent, 'POST', '/contacts', '', {
        name: 'Nova Cliente',
        number: `55219${String(60_000_000 + created++)}`,
      }),
    messageCreate: () =>
      answer(ticketsArea, adminToken, 'POST', `/messages/${next()}`, '', { body: 'Tudo certo por aqui, obrigado.' }),
    // Taken, and given back outside of the measurement.
    accept: async () => {
      if (stock.length === 0) throw new Error('more tickets are accepted than were taken')
      const id = stock.shift()!
      accepted.push(id)
      await answer(ticketsArea, agent, 'PUT', `/tickets/${id}`, '', { status: 'open', userId })
    },
    login: () => answer(accountArea, '', 'POST', '/auth/login', '', { email: agents[1], password }),
    before: async () => {
      for (const id of accepted)
        await answer(ticketsArea, adminToken, 'PUT', `/tickets/${id}`, '', { status: 'pending' })
      accepted = []
      stock.splice(0, stock.length, ...(await tickets('pending', 100, 0)))
    },
  } as Record<CallKind | 'before', Run>
}

async function repeat(run: Run, calls: number): Promise<void> {
  let left = calls
  const client = async () => {
    while (left-- > 0) await run()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
}

const company = JSON.parse(process.argv[2] ?? '') as LoadedCompany
const tokens = process.argv[3]
  ? (JSON.parse(process.argv[3]) as Tokens)
  : { agent: await signIn(company.agents[0]!), admin: await signIn(company.admin) }
const runs = await runsFor(company, tokens)
process.on('message', async ({ kind, calls }: Order) => {
  if (kind === 'accept') await (runs as Record<string, Run>).before!()
  process.send!({ begin: true })
  const before = process.cpuUsage()
  await repeat(runs[kind], calls)
  const { user, system } = process.cpuUsage(before)
  process.send!({ ms: (user + system) / 1000 } satisfies Spent)
})
process.on('disconnect', () => process.exit(0))
process.send!({ tokens })
