// The emojis to choose from for one message; the one that is chosen already is taken back.

import { api } from './api.js'
import { $, attempt, make } from './dom.js'
import { state } from './state.js'

const EMOJIS = ['👍', '❤️', '😂', '😮', '😢', '🙏']
const GAP = 8

let target
let opener

/** @param at the element beside which the menu opens, and which has the focus again after it */
export function openReactMenu(message, at) {
  target = message
  opener = at
  const menu = $('react-menu')
  const mine = message.reactions?.find(one => one.from === state.phone)?.emoji
  menu.replaceChildren(
    ...EMOJIS.map(emoji =>
      make(
        'button',
        { type: 'button', ariaPressed: String(emoji === mine), ariaLabel: emoji === mine ? `Retirar ${emoji}` : emoji },
        emoji,
      ),
    ),
  )
  menu.showPopover()
  place(menu, at.getBoundingClientRect())
  const first = menu.querySelector('[aria-pressed="true"]') ?? menu.firstElementChild
  first.focus()
}

/** above the element, or below it where there is no room; never outside of the window */
function place(menu, near) {
  const { width, height } = menu.getBoundingClientRect()
  const top = near.top - height - GAP < 0 ? near.bottom + GAP : near.top - height - GAP
  menu.style.left = `${Math.max(GAP, Math.min(near.left, innerWidth - width - GAP))}px`
  menu.style.top = `${Math.min(top, innerHeight - height - GAP)}px`
}

function close() {
  if (!$('react-menu').matches(':popover-open')) return
  $('react-menu').hidePopover()
  opener.focus({ preventScroll: true })
}

$('react-menu').addEventListener('click', event => {
  const button = event.target.closest('button')
  if (!button) return
  const emoji = button.getAttribute('aria-pressed') === 'true' ? '' : button.textContent
  const { id } = target
  close()
  attempt(() => api('PUT', `/phones/${state.phone}/messages/${encodeURIComponent(id)}/reaction`, { emoji }))
})
// Only a press elsewhere closes the menu: the finger that opened it is still down and goes up.
document.addEventListener('pointerdown', event => {
  if (!$('react-menu').contains(event.target)) close()
})
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') close()
})
$('log').addEventListener('scroll', close)
