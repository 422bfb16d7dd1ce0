import type { Contact } from '@balcao/shared/entities/contact.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { DEFAULT_SETTINGS } from '@balcao/shared/entities/setting.ts'
import type { Ticket, TicketNote } from '@balcao/shared/entities/ticket.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { type Call, pagesOf, signedIn } from '../support/api.ts'
import type { SimMessage } from '../support/simulator.ts'
import { ATTENDANTS, BUSINESS, type Day, type Row, type Talk, ticketsOf } from './company.ts'

/** Time for messages under way to arrive, ms. */
const SETTLE_MS = 60_000

const KINDS: Record<string, string> = {
  text: 'chat',
  document: 'application',
  location: 'locationMessage',
  contact: 'vcard',
}

/** Returns a message's kind and text in the form that phone and product share. */
const ofPhone = ({ type, text, caption, deleted }: SimMessage) =>
  deleted ? 'deleted' : `${KINDS[type] ?? type}: ${text ?? caption ?? ''}`
const ofTicket = ({ mediaType, body, media, isDeleted }: Message) =>
  isDeleted ? 'deleted' : `${mediaType}: ${media && body === media.fileName ? '' : body}`

/** A conversation as its phone and its tickets hold it, in order, in each direction. */
interface Sides {
  talk: Talk
  tickets: Ticket[]
  wrote: string[]
  received: string[]
  sent: string[]
  arrived: string[]
  /** Own messages that failed or did not reach the phone. */
  stuck: string[]
}

/** Returns the messages of the tickets, oldest first, ticket by ticket. */
async function messagesOf(call: Call, tickets: readonly Ticket[]): Promise<Message[]> {
  const all: Message[] = []
  for (const { id } of tickets) {
    // Pages go back in time; within a page the oldest message is first.
    const pages = await pagesOf<Message>(call, `/messages/${id}?limit=100`, 'messages')
    all.push(...pages.reverse().flat())
  }
  return all
}

async function sidesOf(call: Call, { sim }: Day, talk: Talk, all: readonly Ticket[]): Promise<Sides> {
  const tickets = all.filter(({ contact }) => contact.number === talk.customer.number)
  const messages = await messagesOf(call, tickets)
  const phone = (await sim.messages(talk.customer.number)).filter(
    ({ from, to, type }) => [from, to].includes(BUSINESS) && type !== 'reaction',
  )
  const own = messages.filter(({ fromMe }) => fromMe)
  return {
    talk,
    tickets,
    wrote: phone.filter(({ fromMe }) => fromMe).map(ofPhone),
    received: messages.filter(({ fromMe }) => !fromMe).map(ofTicket),
    sent: own.map(ofTicket),
    arrived: phone.filter(({ fromMe }) => !fromMe).map(ofPhone),
    stuck: own.filter(({ ack, error, isDeleted }) => !isDeleted && (ack < 2 || error !== null)).map(ofTicket),
  }
}

const isWhole = ({ wrote, received, sent, arrived, stuck }: Sides) =>
  stuck.length === 0 && String(wrote) === String(received) && String(sent) === String(arrived)

/** Returns the items of one list that the other lacks, each as often as it is missing. */
function missing(from: readonly string[], there: readonly string[]): string[] {
  const left = [...there]
  return from.filter(each => {
    const at = left.indexOf(each)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Describes the differences of a conversation in words. */
function differences({ talk, wrote, received, sent, arrived, stuck }: Sides): string[] {
  const { name } = talk.customer
  const ways = [
    ['from the customer', wrote, received],
    ['to the customer', sent, arrived],
  ] as const
  return ways
    .flatMap(([way, here, there]) => {
      const lost = missing(here, there)
      const doubled = missing(there, here)
      const faults = [
        ...lost.map(each => `${name}: lost ${way}: ${each}`),
        ...doubled.map(each => `${name}: too many ${way}: ${each}`),
      ]
      if (faults.length === 0 && String(here) !== String(there)) faults.push(`${name}: out of order ${way}`)
      return faults
    })
    .concat(stuck.map(each => `${name}: not delivered: ${each}`))
}

/** Returns the faults of the attendants' messages, which must arrive once each, in order. */
function answersFault({ talk, arrived }: Sides): string[] {
  const answers = talk.answers.map(text => `chat: ${text}`)
  const shown = arrived.filter(each => answers.includes(each))
  return String(shown) === String(answers)
    ? []
    : [`${talk.customer.name}: wrote ${JSON.stringify(answers)}, arrived ${JSON.stringify(shown)}`]
}

/** Compares the day as played with phones, conversations, lists and dashboard. */
export async function countTheDay(day: Day): Promise<{ rows: Row[]; faults: string[] }> {
  const { call } = await signedIn(day.company.admin)
  const faults: string[] = []
  const rows: Row[] = []
  const row = (what: string, played: Row['played'], counted: Row['counted']) => {
    rows.push({ what, played, counted })
    if (played !== counted) faults.push(`${what}: ${played} played, ${counted} counted`)
  }
  const talks = day.talks
  const count = (of: (talk: Talk) => boolean) => talks.filter(of).length
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

  let tickets = await ticketsOf(call)
  const whole = async () => {
    tickets = await ticketsOf(call)
    return Promise.all(talks.map(talk => sidesOf(call, day, talk, tickets)))
  }
  const end = Date.now() + SETTLE_MS
  let sides = await whole()
  while (!sides.every(isWhole) && Date.now() < end) {
    await new Promise(resolve => setTimeout(resolve, 1000))
    sides = await whole()
  }
  const wrong = sides.flatMap(differences)
  faults.push(...wrong, ...sides.flatMap(answersFault))
  const kinds = (text: string) => wrong.filter(each => each.includes(`: ${text}`)).length

  const { contacts } = await call<{ contacts: Contact[] }>('GET', '/contacts?limit=100')
  row('contacts', talks.length, contacts.length)
  row(
    'messages customers sent, in conversations',
    sum(talks.map(({ wrote }) => wrote)),
    sum(sides.map(({ received }) => received.length)),
  )
  row(
    'messages of the company, on phones',
    sum(sides.map(({ sent }) => sent.length)),
    sum(sides.map(({ arrived }) => arrived.length)),
  )
  row(
    'texts attendants wrote, on phones in order',
    sum(talks.map(({ answers }) => answers.length)),
    sum(sides.map(side => (answersFault(side).length ? 0 : side.talk.answers.length))),
  )
  row('lost', 0, kinds('lost'))
  row('doubled', 0, kinds('too many'))
  row('out of order', 0, kinds('out of order'))
  row('not delivered', 0, kinds('not delivered'))
  row('tickets', talks.length, tickets.length)
  row('contacts with more than one ticket', 0, sides.filter(side => side.tickets.length > 1).length)

  // The day may have begun before midnight.
  const today = localDay(Date.now(), DEFAULT_SETTINGS.timezone)
  const range = `initialDate=${addDays(today, -1)}&finalDate=${today}`
  const { counters, attendants } = await call<{
    counters: { supportHappening: number; supportPending: number; supportFinished: number }
    attendants: { name: string; rating: number | null }[]
  }>('GET', '/dashboard?days=3')
  for (const [status, shown] of [
    ['open', counters.supportHappening],
    ['pending', counters.supportPending],
    ['closed', counters.supportFinished],
  ] as const) {
    const played = count(talk => talk.status === status)
    row(`${status}, in the lists`, played, tickets.filter(each => each.status === status).length)
    row(`${status}, on the dashboard`, played, shown)
  }
  const made = await call<{ count: number }>('GET', `/dashboard/ticketsDay?${range}`)
  row('tickets made, on the dashboard', talks.length, made.count)
  const { data: byUser } = await call<{ data: { name: string; quantity: number }[] }>(
    'GET',
    `/dashboard/ticketsUsers?${range}`,
  )
  for (const name of ATTENDANTS) {
    row(
      `closed by ${name}`,
      count(talk => talk.closedBy === name),
      byUser.find(each => each.name === name)?.quantity ?? 0,
    )
    const held = tickets.filter(({ status, user }) => status === 'open' && user?.name === name)
    row(
      `open with ${name}`,
      count(talk => talk.status === 'open' && talk.holder === name),
      held.length,
    )
    const given = talks.filter(talk => talk.closedBy === name && talk.rating !== null).map(talk => talk.rating ?? 0)
    const mean = given.length ? (sum(given) / given.length).toFixed(2) : 'none'
    row(`ratings of ${name}, mean`, mean, attendants.find(each => each.name === name)?.rating?.toFixed(2) ?? 'none')
    row(`unread with ${name}`, 0, sum(held.map(({ unreadMessages }) => unreadMessages)))
  }
  row(
    'ratings',
    count(({ rating }) => rating !== null),
    tickets.filter(({ rating }) => rating !== null).length,
  )
  row(
    'tagged',
    count(({ tags }) => tags.length > 0),
    tickets.filter(({ tags }) => tags.length > 0).length,
  )
  const noted = sides.filter(({ talk }) => talk.notes.length > 0)
  const notes = await Promise.all(
    noted.map(side => call<TicketNote[]>('GET', `/ticket-notes/list?ticketId=${side.tickets[0]?.id}`)),
  )
  row('notes', sum(noted.map(({ talk }) => talk.notes.length)), notes.flat().length)
  for (const { what, played, counted } of day.claims) row(what, played, counted)
  return { rows, faults }
}

/** Formats the rows as a table for the terminal. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [{ what: 'what', played: 'played', counted: 'counted' }, ...rows]
  const width = Math.max(...lines.map(({ what }) => what.length))
  const each = Math.max(...lines.flatMap(({ played, counted }) => [String(played).length, String(counted).length]))
  return lines
    .map(({ what, played, counted }) => {
      const sign = played === counted || what === 'what' ? '' : '   ← differs'
      return `${what.padEnd(width)}  ${String(played).padStart(each)}  ${String(counted).padStart(each)}${sign}`
    })
    .join('\n')
}
