import type { Network } from './network/network.ts'
import type { Handset } from './phone/handset.ts'
import type { Phone } from './phone/phone.ts'
import type { HistoryRow } from './types.ts'

/** Phone as the API describes it. */
export function describePhone(phone: Phone) {
  const { number, name, lid, addressing, online, picture } = phone.record
  return { number, name, lid, addressing, online, picture, business: phone.devices.length > 0 }
}

/** Returns a phone's chats, the latest first. */
export function describeChats(network: Network, phone: Phone) {
  return network.store.chats(phone.number).map(({ chat, last, unread }) => ({
    chat,
    name: network.groups.get(chat)?.subject ?? network.phones.get(chat)?.name ?? chat,
    last,
    unread,
  }))
}

/** Message as the API describes it; its attachment only on request. */
export async function describeRow(handset: Handset, row: HistoryRow, withMedia: boolean) {
  const { media, reactions, ...entry } = row.entry
  const bytes = withMedia ? await handset.media(row) : undefined
  return {
    seq: row.seq,
    rev: row.rev,
    id: row.id,
    chat: row.chat,
    fromMe: row.fromMe,
    ack: row.ack,
    ...entry,
    ...(reactions && { reactions: reactions.filter(one => one.emoji).map(({ from, emoji }) => ({ from, emoji })) }),
    ...(bytes && { mediaBase64: bytes.toString('base64') }),
  }
}
