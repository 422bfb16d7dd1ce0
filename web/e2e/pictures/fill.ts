import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { inject } from 'vitest'
import { CUSTOMERS, type Customer } from '../day/customers.ts'
import { type Call, type Login, pagesOf, signedIn } from '../support/api.ts'
import { signUp } from '../support/company.ts'
import { PDF, png, tone } from '../support/media.ts'
import { scanByCall } from '../support/serve.ts'
import { type Simulator, simulator } from '../support/simulator.ts'
import { announce, automate, plan } from './fill-management.ts'
import { sell } from './fill-sales.ts'
import { attempt, GROUP, type Scene, SHOWN } from './scene.ts'

const BUSINESS = ['5511900000165', '5511900000166'] as const
/** Customers of the day, without the one who writes three hundred messages. */
const PEOPLE = CUSTOMERS.slice(1, 45)
/** Numbers of conversations that attendants serve, and that they have closed; the others wait. */
const SERVED = 12
const CLOSED = 6
/** Tickets of the second company, whose dashboard has a history of 90 days. */
const HISTORY = '400'
const PATIENCE_MS = 300_000

const root = process.env.E2E_PRODUCT ?? fileURLToPath(new URL('../../..', import.meta.url))

/** Fills the demo company with a day of its people, and a second one with a history. */
export async function fill(): Promise<Scene> {
  const { url, simUrl, dataDir } = inject('product')
  const sim = simulator(simUrl)
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as {
    company: { id: string }
    users: (Login & { super?: true })[]
  }
  const [admin, ana, bruno, operator] = demo.users as [Login, Login, Login, Login]
  const people = {
    admin,
    ana,
    bruno,
    operator,
    owner: history(dataDir),
    newcomer: (await signUp('da Esquina')).company.admin,
  }
  await until('the demo shop', async () => existsSync(join(dataDir, 'shop.json')))
  const { call } = await signedIn(admin)
  await attempt('first steps', () => call('DELETE', `/companies/${demo.company.id}/first-steps`))
  const tags = await prepare(call)
  const connections = await connect(call, sim)
  for (const { number, name } of PEOPLE) await sim.addPhone(number, name)
  await writeAll(sim)
  await festa(sim)
  const pending = await sorted(call)
  const tickets = new Map((await ticketsOf(call)).map(({ contact, id }) => [contact.name, id]))
  await serve(people.ana, pending, [0, 2, 4, 6, 8, 10], tags)
  await serve(people.bruno, pending, [1, 3, 5, 7, 9, 11], tags)
  await close(people.bruno, sim, pending)
  await show(sim, simUrl)
  await sell(people, tickets)
  await plan(people, connections, tickets)
  await automate(people)
  await announce(people.operator)
  return { url, simUrl, sim, people, tickets }
}

/** Waits until something is so. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`${what}: not there after ${PATIENCE_MS / 1000} s`)
    await sleep(300)
  }
}

/** Loads the company with a history. @returns its admin */
function history(dataDir: string): Login {
  const env = { ...process.env, BALCAO_DATA_DIR: dataDir, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' }
  const seed = join(root, 'infra/demo/seed/seed.ts')
  execFileSync(process.execPath, [seed, '--tickets', HISTORY], { cwd: root, env, stdio: 'ignore' })
  const seeded = JSON.parse(readFileSync(join(dataDir, 'seed.json'), 'utf8')) as { admin: string; password: string }
  return { email: seeded.admin, password: seeded.password, profile: 'admin' }
}

/** @returns ids of the tags */
async function prepare(call: Call): Promise<string[]> {
  for (const [key, value] of Object.entries({ userRating: 'enabled', CheckMsgIsGroup: 'disabled' }))
    await call('PUT', `/settings/${key}`, { value })
  await call('POST', '/queue', { name: 'Trocas e devoluções', color: '#d97706', greetingMessage: 'Olá! O que houve?' })
  const replies = {
    ola: 'Olá {{firstName}}, já vejo para você.',
    horario: 'Abrimos de segunda a sábado, das 8h às 18h.',
    pix: 'A chave Pix é centro@emporio.example. Envie o comprovante por aqui.',
    prazo: 'Entregamos em até dois dias úteis, {{firstName}}.',
  }
  for (const [shortcode, message] of Object.entries(replies))
    await call('POST', '/quick-messages', { shortcode, message, geral: true })
  const ids: string[] = []
  for (const [name, color, kanban] of [
    ['Cliente VIP', '#b45309', 0],
    ['Reclamação', '#dc2626', 0],
    ['Encomenda', '#7c3aed', 0],
    ['Orçamento enviado', '#2563eb', 1],
    ['Aguardando pagamento', '#d97706', 1],
    ['Separando', '#16a34a', 1],
  ] as const)
    ids.push((await call('POST', '/tags', { name, color, kanban })).id)
  return ids
}

/** Connects two numbers; a third connection waits for its QR code. @returns their ids */
async function connect(call: Call, sim: Simulator): Promise<string[]> {
  const queues = (await call<{ id: string; name: string }[]>('GET', '/queue')).filter(({ name }) =>
    /Vendas|Suporte/.test(name),
  )
  const ids: string[] = []
  for (const [i, name] of ['Empório Centro', 'Empório Pinheiros', 'Plantão de sábado'].entries()) {
    const { id } = await call('POST', '/whatsapp', {
      ...{ name, isDefault: i === 0, queueIds: queues.map(queue => queue.id) },
      greetingMessage: '{{greeting}}, {{firstName}}! Com quem você quer falar?',
      complationMessage: 'Obrigado pelo contato, {{firstName}}.',
      ratingMessage: 'Como foi o atendimento?',
    })
    ids.push(id)
    const number = BUSINESS[i]
    if (number) await scanByCall(call, sim, id, number, name)
    else await until('a QR code', async () => Boolean((await call<Whatsapp>('GET', `/whatsapp/${id}`)).qrcode))
  }
  return ids
}

const businessOf = (customer: Customer) => BUSINESS[PEOPLE.indexOf(customer) % 3 === 2 ? 1 : 0]!

async function writeAll(sim: Simulator): Promise<void> {
  for (const customer of PEOPLE)
    for (const said of customer.says) await sim.send(customer.number, { ...said, to: businessOf(customer) })
}

async function ticketsOf(call: Call): Promise<Ticket[]> {
  return (await pagesOf<Ticket>(call, '/tickets?status=pending&showAll=true&limit=100', 'tickets')).flat()
}

/** Waits until the bot has sorted the customers. @returns their tickets, as they came */
async function sorted(call: Call): Promise<Ticket[]> {
  const known = new Set(PEOPLE.map(({ name }) => name))
  const inQueues = async () => (await ticketsOf(call)).filter(({ contact, queue }) => queue && known.has(contact.name))
  await until('the customers in their queues', async () => (await inQueues()).length === PEOPLE.length)
  const place = ({ contact }: Ticket) => PEOPLE.findIndex(({ name }) => name === contact.name)
  return (await inQueues()).sort((a, b) => place(a) - place(b))
}

/** Accepts and answers tickets as their attendant; the first of them get a note and tags. */
async function serve(login: Login, tickets: readonly Ticket[], places: readonly number[], tags: readonly string[]) {
  const { call, userId } = await signedIn(login)
  for (const [n, place] of places.entries()) {
    const { id, contact } = tickets[place]!
    await call('PUT', `/tickets/${id}`, { status: 'open', userId })
    await call('POST', `/tickets/${id}/read`, {})
    const body = `Olá ${contact.name.split(' ')[0]}, tudo bem? Já vejo isso para você.`
    await call('POST', `/messages/${id}`, { body, clientId: randomUUID() })
    if (n < 2)
      await attempt('a note', () =>
        call('POST', '/ticket-notes', { ticketId: id, contactId: contact.id, note: 'Prefere entrega depois das 14h' }),
      )
    await attempt('tags', () =>
      call('POST', '/tags/sync', { ticketId: id, tags: [tags[n % 3]!, tags[3 + (n % 3)]!].slice(n % 2) }),
    )
  }
}

/** Serves and closes the next tickets; their customers rate it. */
async function close(login: Login, sim: Simulator, tickets: readonly Ticket[]): Promise<void> {
  const { call, userId } = await signedIn(login)
  for (const [n, { id, contact }] of tickets.slice(SERVED, SERVED + CLOSED).entries()) {
    await call('PUT', `/tickets/${id}`, { status: 'open', userId })
    await call('POST', `/messages/${id}`, { body: 'Pronto, está resolvido.', clientId: randomUUID() })
    await call('PUT', `/tickets/${id}`, { status: 'closed', sendFarewell: true })
    const customer = PEOPLE.find(({ name }) => name === contact.name)!
    await attempt('a rating', async () => {
      await sim.until(customer.number, ({ text }) => text?.includes('*3*') === true)
      await sim.send(customer.number, { to: businessOf(customer), type: 'text', text: n % 3 ? '3' : '2' })
    })
  }
}

/** Lets the group of four people talk. */
async function festa(sim: Simulator): Promise<void> {
  const [owner, ...others] = PEOPLE.slice(20, 23).map(({ number }) => number) as [string, string, string]
  const { id } = await sim.addGroup(GROUP, owner, [...others, BUSINESS[0]])
  const lines = ['Quantos somos no sábado?', 'Doze, com as crianças', 'Levo o bolo', 'Eu, os refrigerantes']
  for (const [i, text] of lines.entries()) await sim.send([owner, ...others][i % 3]!, { to: id, type: 'text', text })
}

/** Lets one customer send every kind of message. */
async function show(sim: Simulator, simUrl: string): Promise<void> {
  const customer = PEOPLE.find(({ name }) => name === SHOWN)!
  const send = (message: Omit<Parameters<Simulator['send']>[1], 'to'>) =>
    sim.send(customer.number, { to: businessOf(customer), ...message })
  const base64 = (bytes: Buffer) => bytes.toString('base64')
  const asked = await send({ type: 'text', text: 'Ainda têm o *bolo de cenoura*? Queria para ~sexta~ sábado' })
  await send({ type: 'text', text: `Vi aqui: ${simUrl}/simulated/pages/antigo` })
  for (const [i, words] of ['Assim', 'Ou assim', 'O topo'].entries())
    await send({
      type: 'image',
      mediaBase64: base64(png(480 + 80 * i, 360)),
      mimetype: 'image/png',
      text: words,
    })
  await send({ type: 'audio', mediaBase64: base64(tone()), mimetype: 'audio/wav', ptt: true } as never)
  await send({
    ...{ type: 'document', mediaBase64: base64(PDF), mimetype: 'application/pdf' },
    fileName: 'lista de convidados.pdf',
  })
  await send({ type: 'text', text: 'É este aqui', quotedId: asked.id })
}
