// What the page knows: everything the simulator has sent, and which phone and chat are open.

export const state = {
  phones: [],
  businesses: [],
  groups: [],
  /** number of the open phone, and its chats */
  phone: undefined,
  chats: [],
  typing: {},
  /** number or group of the open chat */
  chat: undefined,
  /** all messages of the open phone by `seq`, and the highest revision of them */
  messages: new Map(),
  rev: 0,
  /** the message that is answered or edited */
  quoting: undefined,
  editing: undefined,
}

export const isGroup = chat => chat.endsWith('@g.us')

export const nameOf = number =>
  state.phones.find(phone => phone.number === number)?.name ??
  state.groups.find(group => group.id === number)?.subject ??
  number

export const messageById = id => [...state.messages.values()].find(message => message.id === id)

/** opens another phone: nothing of the one before stays */
export function openPhone(number) {
  Object.assign(state, { phone: number, chat: undefined, chats: [], typing: {}, messages: new Map(), rev: 0 })
}
