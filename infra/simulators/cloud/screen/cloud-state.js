// What the screen shows.

export const state = {
  numbers: [],
  people: [],
  templates: [],
  faults: [],
  messages: [],
  /** Customers with a name who have written nothing yet. */
  strangers: [],
  phoneNumberId: undefined,
  tab: 'people',
  from: undefined,
  templateId: undefined,
  panel: 'access',
  /** Token shown after it was made; it cannot be read again. */
  accessToken: undefined,
  quoted: undefined,
  edited: undefined,
  fromAd: false,
}

export const number = () => state.numbers.find(each => each.phoneNumberId === state.phoneNumberId)
export const people = () => {
  const known = new Set(state.people.map(({ from }) => from))
  return [
    ...state.people.toSorted((a, b) => b.lastAt - a.lastAt),
    ...state.strangers.filter(each => each.phoneNumberId === state.phoneNumberId && !known.has(each.from)),
  ]
}
export const person = () => people().find(each => each.from === state.from)
