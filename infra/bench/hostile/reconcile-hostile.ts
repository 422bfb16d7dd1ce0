import type { Message } from '@balcao/shared/entities/message.ts'
import type { Shop } from '../../test/system/open-shop.ts'
import type { HostilePhone, Sent } from './attack.ts'

/** Results of the hostile phones' messages. */
export type Outcome = {
  /** Number of accepted messages that must be shown. */
  owed: number
  /** Messages of these that are missing in any form. */
  missing: Sent[]
  doubled: Sent[]
  /** Texts within WhatsApp's limits that were altered. */
  changed: Sent[]
  /** Number of shown messages that cannot be identified: a placeholder without its words. */
  placeholders: number
  /** Number of media that are neither stored nor given up. */
  waiting: number
  /** Number of media that were given up, with their retry button. */
  givenUp: number
  /** Number of media that were stored in spite of the lie. */
  stored: number
}

const MARK = /#\d{4}-\d+#/

const markIn = ({ body, vcards, location, media }: Message): string | undefined =>
  [body, location?.name, media?.fileName, vcards[0]].map(text => MARK.exec(text ?? '')?.[0]).find(Boolean)

/** Compares the messages of hostile phones with those that the attacked company is shown. */
export async function outcomeOf(shop: Shop, phones: readonly HostilePhone[]): Promise<Outcome> {
  const outcome: Outcome = {
    owed: 0,
    missing: [],
    doubled: [],
    changed: [],
    placeholders: 0,
    waiting: 0,
    givenUp: 0,
    stored: 0,
  }
  const tickets = [...(await shop.tickets('pending')), ...(await shop.tickets('open'))]
  for (const { number, sent } of phones) {
    const shown = new Map<string, Message[]>()
    let nameless = 0
    for (const { id } of tickets.filter(({ contact }) => contact.number === number)) {
      for (const message of await shop.messages(id)) {
        if (message.fromMe) continue
        if (message.media || message.error) {
          if (message.error) outcome.givenUp++
          else if (message.mediaUrl) outcome.stored++
          else outcome.waiting++
        }
        const mark = markIn(message)
        if (mark) shown.set(mark, [...(shown.get(mark) ?? []), message])
        else if (!message.isDeleted && message.mediaType !== 'call_log') nameless++
      }
    }
    const missing: Sent[] = []
    for (const each of sent) {
      if (each.taken === undefined || each.removed) continue
      outcome.owed++
      const copies = shown.get(each.mark) ?? []
      if (copies.length === 0) missing.push(each)
      if (copies.length > 1) outcome.doubled.push(each)
      if (each.exact !== undefined && copies[0] && copies[0].body !== each.exact) outcome.changed.push(each)
    }
    const placeholders = Math.min(nameless, missing.length)
    outcome.placeholders += placeholders
    outcome.missing.push(...missing.slice(placeholders))
  }
  return outcome
}
