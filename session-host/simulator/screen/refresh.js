// What the simulator has, asked for and drawn.

import { api } from './api.js'
import { drawChats } from './chats.js'
import { $ } from './dom.js'
import { drawPhones } from './phones.js'
import { state } from './state.js'
import { drawTalk } from './talk.js'

export async function refreshPhones() {
  const [phones, businesses, groups] = await Promise.all([
    api('GET', '/phones'),
    api('GET', '/businesses'),
    api('GET', '/groups'),
  ])
  Object.assign(state, { phones, businesses, groups })
  drawPhones()
}

/** loads the open phone's chats and changed messages; marks the open chat read if that is on */
export async function refreshTalk() {
  const { phone } = state
  if (!phone) return
  const [details, changes] = await Promise.all([
    api('GET', `/phones/${phone}`),
    api('GET', `/phones/${phone}/messages?changedAfter=${state.rev}`),
  ])
  if (state.phone !== phone) return
  state.chats = details.chats
  state.typing = details.typing
  for (const message of changes) {
    state.messages.set(message.seq, message)
    state.rev = Math.max(state.rev, message.rev)
  }
  drawChats()
  drawTalk()
  const unread = state.chats.find(chat => chat.chat === state.chat)?.unread
  if (unread && $('auto-read').checked && document.visibilityState === 'visible') {
    await api('POST', `/phones/${phone}/read`, { from: state.chat })
  }
}

let isScheduled = false
/** refreshes soon, and once for many changes */
export function refreshSoon() {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    Promise.all([refreshPhones(), refreshTalk()]).catch(() => {})
  }, 80)
}
