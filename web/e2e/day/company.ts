import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tag } from '@balcao/shared/entities/tag.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import { expect, inject } from 'vitest'
import { childOf } from '../../../infra/test/system/child-of.ts'
import type { Call, Login } from '../support/api.ts'
import { pagesOf, signedIn } from '../support/api.ts'
import { type Company, openCompany } from '../support/company.ts'
import { SOON, scanByCall } from '../support/serve.ts'
import { type Simulator, simulator } from '../support/simulator.ts'
import { CUSTOMERS, type Customer, type Said, type Wave } from './customers.ts'

export const BUSINESS = '5511900000160'
export const TAG = 'Encomenda'
const GREETING = 'Bom dia, {{firstName}}! Sou {{user}}, já vejo isso para você.'

export const ATTENDANTS = ['Ana Souza', 'Bruno Lima', 'Célia Dias'] as const
export type Attendant = (typeof ATTENDANTS)[number]

/** Conversation with a customer, as played so far. */
export interface Talk {
  customer: Customer
  status: 'none' | 'pending' | 'open' | 'closed'
  holder: Attendant | null
  /** True if its attendant has snoozed it. */
  postponed: boolean
  /** Messages the customer has sent. */
  wrote: number
  /** Texts that attendants sent, in order. */
  answers: string[]
  /** Rating of the last closing. */
  rating: 1 | 2 | 3 | null
  closedBy: Attendant | null
  tags: string[]
  notes: string[]
}

/** Played and counted numbers, which must be equal. */
export interface Row {
  what: string
  played: string | number
  counted: string | number
}

export interface Day {
  company: Company
  celia: Login
  sim: Simulator
  whatsappId: string
  talks: Talk[]
  /** Numbers counted during the day that can no longer be counted in the evening. */
  claims: Row[]
}

/**
 * Creates a company with two queues, three attendants, a menu, quick replies, a tag, ratings and a
 * connected number.
 */
export async function openDay(): Promise<Day> {
  const company = await openCompany('do Dia')
  const sim = simulator(company.simUrl)
  const { call } = await signedIn(company.admin)
  const queueIds = (await call<{ id: string }[]>('GET', '/queue')).map(({ id }) => id)
  const celia: Login = { ...company.attendants[0], email: company.attendants[0].email.replace('ana', 'celia') }
  await call('POST', '/users', { ...celia, name: 'Célia Dias', queueIds })
  for (const setting of ['userRating', 'newTicketChatForDay'])
    await call('PUT', `/settings/${setting}`, { value: 'enabled' })
  await call<Tag>('POST', '/tags', { name: TAG, color: '#b45309' })
  await call('POST', '/quick-messages', { shortcode: 'saudação', message: GREETING, geral: true })
  await call('POST', '/quick-messages', { shortcode: 'horário', message: 'Abrimos das 8h às 18h.', geral: true })

  const whatsapp = await call<Whatsapp>('POST', '/whatsapp', {
    name: 'Loja matriz',
    isDefault: true,
    queueIds,
    greetingMessage: '{{greeting}}, {{firstName}}! Com quem você quer falar?',
    complationMessage: 'Obrigado pelo contato, {{firstName}}.',
    ratingMessage: 'Como foi o atendimento?',
  })
  await scanByCall(call, sim, whatsapp.id, BUSINESS, 'Loja matriz')

  for (const { number, name } of CUSTOMERS) await sim.addPhone(number, name)
  const talks = CUSTOMERS.map(
    (customer): Talk => ({
      customer,
      status: 'none',
      holder: null,
      postponed: false,
      wrote: 0,
      answers: [],
      rating: null,
      closedBy: null,
      tags: [],
      notes: [],
    }),
  )
  return { company, celia, sim, whatsappId: whatsapp.id, talks, claims: [] }
}

export function talkOf({ talks }: Pick<Day, 'talks'>, name: string): Talk {
  const found = talks.find(({ customer }) => customer.name === name)
  if (!found) throw new Error(`nobody is called ${name}`)
  return found
}

/** Sends a customer's message; an unserved customer's ticket becomes pending. */
export async function write({ sim }: Day, talk: Talk, said: Said | string): Promise<void> {
  const message: Said = typeof said === 'string' ? { type: 'text', text: said } : said
  await sim.send(talk.customer.number, { ...message, to: BUSINESS })
  talk.wrote += 1
  if (talk.status === 'none') talk.status = 'pending'
}

/** Sends the messages of one wave's customers in rounds, one message each per round. */
export async function writeAll(day: Day, wave: Wave): Promise<Talk[]> {
  const talks = day.talks.filter(({ customer }) => customer.wave === wave)
  const most = Math.max(...talks.map(({ customer }) => customer.says.length))
  for (let n = 0; n < most; n++) {
    for (const talk of talks) {
      const said = talk.customer.says[n]
      if (said) await write(day, talk, said)
    }
  }
  return talks
}

/** Counts something now, for the evening's table. */
export const claim = ({ claims }: Day, what: string, played: Row['played'], counted: Row['counted']) =>
  claims.push({ what, played, counted })

/** Returns all tickets as the admin sees them. */
export async function ticketsOf(call: Call): Promise<Ticket[]> {
  const all: Ticket[] = []
  for (const status of ['pending', 'open&snoozed=false', 'open&snoozed=true', 'closed']) {
    const pages = await pagesOf<Ticket>(call, `/tickets?status=${status}&showAll=true&limit=100`, 'tickets')
    all.push(...pages.flat())
  }
  return all
}

/** Waits until the menu has sorted all tickets into their queues with all their messages. */
export async function sorted(day: Day, talks: readonly Talk[]): Promise<void> {
  const { call } = await signedIn(day.company.admin)
  const wanted = talks.map(({ customer, wrote }) => `${customer.name}: ${customer.queue}, ${wrote} unread`).sort()
  const there = async () => {
    const names = new Set(talks.map(({ customer }) => customer.name))
    const tickets = (await ticketsOf(call)).filter(({ contact }) => names.has(contact.name))
    return tickets
      .map(({ contact, queue, unreadMessages }) => `${contact.name}: ${queue?.name}, ${unreadMessages} unread`)
      .sort()
  }
  await expect.poll(there, { ...SOON, interval: 300 }).toEqual(wanted)
}

/** Kills the product's session host with SIGKILL; it is restarted automatically. */
export function killHost(): void {
  const parent = Number(readFileSync(join(inject('product').dataDir, 'start.pid'), 'utf8'))
  const pid = childOf(parent, 'session-host/src/main.ts')
  if (!pid) throw new Error('no session host runs')
  process.kill(pid, 'SIGKILL')
}
