// Which phone and which chat are open; on a small screen, which of the three columns is seen.

import { drawChats } from './chats.js'
import { clearContext } from './composer.js'
import { $, attempt } from './dom.js'
import { drawPhones } from './phones.js'
import { refreshTalk } from './refresh.js'
import { openPhone, state } from './state.js'
import { drawTalk, forgetDrawn } from './talk.js'

export async function choosePhone(number) {
  if (number !== state.phone) {
    openPhone(number)
    forgetDrawn()
    clearContext()
  }
  show('chats')
  await refreshTalk()
  drawPhones()
  remember()
}

export async function chooseChat(chat) {
  state.chat = chat
  clearContext()
  drawChats()
  $('log').replaceChildren()
  drawTalk()
  $('log').scrollTop = $('log').scrollHeight
  show('talk')
  if (matchMedia('(min-width: 900px)').matches) $('composer-text').focus()
  remember()
  await refreshTalk()
}

function show(view) {
  $('main').dataset.view = view
}

function remember() {
  history.replaceState(null, '', `#${[state.phone, state.chat].filter(Boolean).join('/')}`)
}

const buttonAt = event => (event.target instanceof Element ? event.target.closest('button') : undefined)

$('phones').addEventListener('click', event => {
  const { phone } = buttonAt(event)?.dataset ?? {}
  if (phone) attempt(() => choosePhone(phone))
})
$('chats').addEventListener('click', event => {
  const { chat } = buttonAt(event)?.dataset ?? {}
  if (chat) attempt(() => chooseChat(chat))
})
document.addEventListener('click', event => {
  const { view } = buttonAt(event)?.dataset ?? {}
  if (view) show(view)
})
