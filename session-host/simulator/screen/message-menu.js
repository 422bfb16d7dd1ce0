// What the buttons of a bubble do, and a finger that rests on it.

import { api } from './api.js'
import { startContext } from './composer.js'
import { $, attempt } from './dom.js'
import { openReactMenu } from './react-menu.js'
import { state } from './state.js'

const LONG_PRESS_MS = 500
const ACTS = {
  reply: message => startContext('quoting', message),
  react: openReactMenu,
  vote,
  edit: message => startContext('editing', message),
  remove: message => attempt(() => api('DELETE', `/phones/${state.phone}/messages/${message.id}`)),
}

/** One answer replaces the other, unless several may be chosen. */
function vote(message, button) {
  const { option } = button.dataset
  const mine = message.votes?.find(one => one.from === state.phone)?.options ?? []
  const others = message.several ? mine.filter(one => one !== option) : []
  const options = mine.includes(option) ? others : [...others, option]
  attempt(() => api('PUT', `/phones/${state.phone}/messages/${encodeURIComponent(message.id)}/vote`, { options }))
}

const closest = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : undefined)
const messageIn = bubble => state.messages.get(Number(bubble?.dataset.seq))

$('log').addEventListener('click', event => {
  const button = closest(event, '[data-act]')
  const message = button && messageIn(button.closest('.bubble'))
  if (message) ACTS[button.dataset.act](message, button)
})

let press
$('log').addEventListener('pointerdown', event => {
  clearTimeout(press)
  const button = closest(event, '.bubble')?.querySelector('[data-act="react"]')
  if (event.pointerType !== 'touch' || !button || closest(event, 'button, a, audio, video')) return
  press = setTimeout(() => {
    const message = messageIn(button.closest('.bubble'))
    if (message && button.isConnected) openReactMenu(message, button)
  }, LONG_PRESS_MS)
})
// A finger that scrolls cancels its pointer.
for (const end of ['pointerup', 'pointercancel']) $('log').addEventListener(end, () => clearTimeout(press))
$('log').addEventListener('contextmenu', event => {
  if (event.pointerType === 'touch' && closest(event, '.bubble')) event.preventDefault()
})
