// The simulator's page: one person plays the customers and the businesses' handsets. Each part is
// a module beside this one; here they are started, and kept up to date.

import './address-book.js'
import './cards.js'
import './faults.js'
import './hostile.js'
import './message-menu.js'
import './people.js'
import './recording.js'
import './scan.js'
import './switches.js'
import './theme.js'
import { drawChats } from './chats.js'
import { chooseChat, choosePhone } from './choose.js'
import { $, attempt } from './dom.js'
import { refreshPhones, refreshSoon } from './refresh.js'
import { state } from './state.js'

const events = new EventSource('/sim/events')
events.onopen = () => {
  $('live').textContent = 'ao vivo'
  refreshSoon()
}
events.onerror = () => {
  $('live').textContent = 'sem conexão com o simulador, tentando de novo…'
}
events.onmessage = refreshSoon
document.addEventListener('visibilitychange', refreshSoon)

attempt(async () => {
  await refreshPhones()
  const [phone, chat] = location.hash.slice(1).split('/')
  if (phone && state.phones.some(one => one.number === phone)) {
    await choosePhone(phone)
    if (chat) await chooseChat(chat)
  } else drawChats()
})
