import type { Message } from '@balcao/shared/entities/message.ts'
import type { PhoneMessage, Shop } from '../../test/system/open-shop.ts'
import { digestOf, type ExchangedMessage, markOf, type OrdinaryTraffic, soundOf } from './ordinary-traffic.ts'

/** Broken promises of ordinary traffic, by message; empty lists when all were kept. */
export type Differences = {
  /** Messages of customers that are not in the conversation. */
  lost: string[]
  doubled: string[]
  /** The first message out of order of each conversation, and the one in its place. */
  disordered: string[]
  corrupt: string[]
  /** Messages of attendants that are not on the customer's phone, or not acknowledged. */
  unsent: string[]
  unsentTwice: string[]
}

type OnPhone = PhoneMessage & { type: string; caption?: string; fileName?: string; mediaBase64?: string }

/** Compares the sent messages with those on both sides. */
export async function reconcile({ shop, conversations }: OrdinaryTraffic): Promise<Differences> {
  const found: Differences = { lost: [], doubled: [], disordered: [], corrupt: [], unsent: [], unsentTwice: [] }
  for (const { phone, ticketId, asked, answered } of conversations) {
    const messages = await shop.messages(ticketId)
    const received = messages.filter(({ fromMe }) => !fromMe).map(markOf)
    compare(asked, received, { missing: found.lost, doubled: found.doubled, disordered: found.disordered })

    const stuck = messages.filter(({ fromMe, ack, error }) => fromMe && (ack < 2 || error !== null))
    found.unsent.push(...stuck.map(markOf))
    const shown = (await everythingOn(shop, phone)).filter(({ fromMe }) => !fromMe)
    const digests = new Map(answered.map(({ mark, digest }) => [mark, digest]))
    const marks: string[] = []
    for (const entry of shown) {
      const bytes = entry.mediaBase64 === undefined ? undefined : Buffer.from(entry.mediaBase64, 'base64')
      const mark = entry.text ?? entry.caption ?? (bytes ? soundOf(bytes.length) : '')
      marks.push(mark)
      if (digests.get(mark) !== (bytes && digestOf(bytes))) found.corrupt.push(mark)
    }
    compare(answered, marks, {
      missing: found.unsent,
      doubled: found.unsentTwice,
      disordered: found.disordered,
    })
  }
  return found
}

/** Adds missing and duplicated marks to their lists, and the first pair in a wrong order. */
function compare(
  messages: readonly ExchangedMessage[],
  there: readonly string[],
  lists: { missing: string[]; doubled: string[]; disordered: string[] },
): void {
  const counts = new Map<string, number>()
  for (const mark of there) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  for (const { mark, taken, at } of messages) {
    // A greeting has no moment; it was accepted, or there would be no ticket.
    const isOwed = taken !== undefined || Number.isNaN(at)
    if (isOwed && !counts.has(mark)) lists.missing.push(mark)
  }
  for (const [mark, count] of counts) if (count > 1) lists.doubled.push(mark)
  const ours = new Set(messages.map(({ mark }) => mark))
  const order = [...new Set(there.filter(mark => ours.has(mark)))]
  const wanted = messages.map(({ mark }) => mark).filter(mark => counts.has(mark))
  const at = order.findIndex((mark, i) => mark !== wanted[i])
  if (at !== -1) lists.disordered.push(`${wanted[at]} stands behind ${order[at]}`)
}

const PAGE = 200

/** Returns all messages of a phone, with the bytes of their files, oldest first. */
async function everythingOn(shop: Shop, phone: string): Promise<OnPhone[]> {
  const all: (OnPhone & { seq: number })[] = []
  for (;;) {
    const after = all.at(-1)?.seq ?? 0
    const path = `/phones/${phone}/messages?after=${after}&limit=${PAGE}&media=1`
    const page = await shop.sim<(OnPhone & { seq: number })[]>('GET', path)
    all.push(...page)
    if (page.length < PAGE) return all
  }
}

/**
 * Returns the number of messages that have not arrived or are not acknowledged in the
 * conversations; cheaper than `reconcile`.
 */
export async function underWay({ shop, conversations }: OrdinaryTraffic): Promise<number> {
  let open = 0
  for (const { ticketId, asked, answered } of conversations) {
    const messages: Message[] = await shop.messages(ticketId)
    const received = new Set(messages.filter(({ fromMe }) => !fromMe).map(markOf))
    open += asked.filter(({ mark, taken }) => taken !== undefined && !received.has(mark)).length
    const settled = messages.filter(({ fromMe, ack, error }) => fromMe && (ack >= 2 || error !== null))
    open += Math.max(0, answered.filter(({ taken }) => taken !== undefined).length - settled.length)
  }
  return open
}
