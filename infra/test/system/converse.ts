import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '@balcao/shared/entities/message.ts'
import { expect } from 'vitest'
import { type PhoneMessage, passes, type Shop, until } from './open-shop.ts'

/** A customer, the ticket of the conversation, and the messages of both sides. */
export type Conversation = {
  phone: string
  ticketId: string
  /** Texts that were sent to the simulator. */
  tried: string[]
  /** Acknowledged ones of these, in order. */
  written: string[]
  /** Texts whose POST the product answered with 201, in order. */
  answered: string[]
}

/** Lets customers write for the first time and accepts their tickets. */
export async function meet(shop: Shop, phones: string[]): Promise<Conversation[]> {
  for (const number of phones) await shop.sim('POST', '/phones', { number, name: `Cliente ${number.slice(-4)}` })
  await Promise.all(phones.map(phone => shop.write(phone, `${phone} começa`)))
  const waiting = await until('a ticket of each customer', async () => {
    const tickets = await shop.tickets('pending')
    return tickets.length >= phones.length && tickets
  })
  await Promise.all(waiting.map(({ id }) => shop.api('PUT', `/tickets/${id}`, { status: 'open', userId: shop.userId })))
  return phones.map(phone => {
    const ticket = waiting.find(each => each.contact.number === phone)
    if (!ticket) throw new Error('a customer has no ticket')
    const first = `${phone} começa`
    return { phone, ticketId: ticket.id, tried: [first], written: [first], answered: [] }
  })
}

/**
 * Lets the customer write and the attendant answer once a second in every conversation, during all
 * faults: both retry until they succeed, an attendant's browser under the same client id.
 */
export async function converse(shop: Shop, conversations: Conversation[], seconds: number): Promise<void> {
  const began = Date.now()
  const everySecond = async (offset: number, act: (n: number) => Promise<void>) => {
    for (let n = 0; n < seconds; n++) {
      await sleep(Math.max(0, began + n * 1000 + offset - Date.now()))
      await act(n)
    }
  }
  await Promise.all(
    conversations.flatMap((conversation, i) => {
      const offset = (i * 1000) / conversations.length
      return [
        everySecond(offset, n => customerWrites(shop, conversation, `${conversation.phone} pergunta ${n}`)),
        everySecond(offset, n => attendantAnswers(shop, conversation, `${conversation.phone} resposta ${n}`)),
      ]
    }),
  )
}

/**
 * Writes a text; one that failed is given up and written anew, so that an accepted text exists
 * once.
 */
export async function customerWrites(shop: Shop, conversation: Conversation, text: string): Promise<void> {
  for (let attempt = text; ; attempt += '…') {
    conversation.tried.push(attempt)
    try {
      await shop.write(conversation.phone, attempt)
      conversation.written.push(attempt)
      return
    } catch (error) {
      if (!passes(error)) throw error
      await sleep(250)
    }
  }
}

export async function attendantAnswers(shop: Shop, conversation: Conversation, body: string): Promise<void> {
  const message = { body, clientId: randomUUID() }
  for (;;) {
    try {
      await shop.api('POST', `/messages/${conversation.ticketId}`, message)
      conversation.answered.push(body)
      return
    } catch (error) {
      if (!passes(error)) throw error
      await sleep(250)
    }
  }
}

type Outcome = { api: Message[]; phone: PhoneMessage[] }

/**
 * Waits until all messages have arrived and are acknowledged. @returns the messages of both sides,
 * also when some never arrived
 */
export async function settle(shop: Shop, conversations: Conversation[]): Promise<Map<Conversation, Outcome>> {
  const outcomes = new Map<Conversation, Outcome>()
  const settled = async (conversation: Conversation) => {
    const { ticketId, phone, written, answered } = conversation
    const outcome = { api: await shop.messages(ticketId), phone: await shop.onPhone(phone) }
    outcomes.set(conversation, outcome)
    return (
      outcome.api.filter(message => !message.fromMe).length >= written.length &&
      outcome.api.every(message => !message.fromMe || message.ack >= 2) &&
      outcome.phone.filter(message => !message.fromMe).length >= answered.length
    )
  }
  let open = conversations
  await until('all messages', async () => {
    const states = await Promise.all(open.map(async each => ({ each, done: await settled(each) })))
    open = states.filter(({ done }) => !done).map(({ each }) => each)
    return open.length === 0
  }).catch(() => undefined)
  return outcomes
}

/**
 * Expects every message exactly once, in order, on the other side; no remaining timers; one ticket
 * per customer.
 * @returns the number of messages that reached a phone a second time and were dropped there by
 * their id
 */
export async function expectWhole(shop: Shop, outcomes: Map<Conversation, Outcome>): Promise<number> {
  let repeated = 0
  for (const [{ tried, written, answered }, { api, phone }] of outcomes) {
    const received = api.filter(message => !message.fromMe).map(message => message.body)
    // A text that the simulator accepted without answering may be there too: in its place, and
    // once.
    expect(received).toEqual(tried.filter(text => received.includes(text)))
    expect(written.filter(text => !received.includes(text))).toEqual([])

    const sent = api.filter(message => message.fromMe)
    expect(sent.map(message => message.body)).toEqual(answered)
    expect(sent.filter(message => message.ack < 2 || message.error !== null)).toEqual([])
    const shown = phone.filter(message => !message.fromMe)
    expect(shown.map(message => message.text)).toEqual(answered)
    for (const { copies = 1 } of shown) repeated += copies - 1
  }
  const tickets = [...(await shop.tickets('open')), ...(await shop.tickets('pending'))]
  expect(tickets.map(ticket => ticket.id).sort()).toEqual([...outcomes.keys()].map(each => each.ticketId).sort())
  expect(await shop.tickets('closed')).toEqual([])
  expect(await shop.sim<{ errors: number }>('GET', '/health')).toMatchObject({ errors: 0 })
  return repeated
}
