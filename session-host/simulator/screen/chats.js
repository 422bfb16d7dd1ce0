// The list of the open phone's chats: those it has, and those it could begin.

import { $, fill, item } from './dom.js'
import { isGroup, nameOf, state } from './state.js'

export function drawChats() {
  const phone = state.phones.find(one => one.number === state.phone)
  $('chats-title').textContent = phone ? `Conversas de ${phone.name}` : 'Conversas'
  $('online').checked = phone?.online ?? false
  $('online').disabled = !phone
  $('book-open').hidden = !state.businesses.some(one => one.number === state.phone)
  const possible = phone ? possibleChats(phone) : []
  const rows = [...state.chats, ...possible.map(chat => ({ chat, name: nameOf(chat), unread: 0 }))]
  $('chats-empty').hidden = !phone || rows.length > 0
  fill(
    $('chats'),
    rows.map(({ chat, name, unread }) =>
      item({
        title: name,
        detail: isGroup(chat) ? 'grupo' : chat,
        image: isGroup(chat) ? undefined : `/sim/phones/${chat}/avatar`,
        current: chat === state.chat,
        unread,
        dataset: { chat },
      }),
    ),
  )
}

/** its groups and the businesses; a business itself may write to everyone */
function possibleChats({ number }) {
  const isBusiness = state.businesses.some(one => one.number === number)
  const groups = state.groups.filter(group => group.members.some(member => member.number === number))
  const people = isBusiness ? state.phones : state.businesses
  const known = new Set(state.chats.map(chat => chat.chat))
  return [...groups.map(one => one.id), ...people.map(one => one.number)].filter(
    chat => chat !== number && !known.has(chat),
  )
}
