// Entries of the lists on the simulators' screens.

import { make } from '/dom.js'

/** Returns an entry with a button, which calls `choose`. */
export function entry(title, note, chosen, choose) {
  const text = make('span', {}, make('b', {}, title), make('small', {}, note))
  const button = make('button', { type: 'button', className: 'item' }, text)
  if (chosen) button.setAttribute('aria-current', 'true')
  button.addEventListener('click', choose)
  return make('li', {}, button)
}
