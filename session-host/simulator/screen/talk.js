// The open chat: its head and its messages.

import { drawMessage } from './bubble.js'
import { $, make } from './dom.js'
import { isBelow } from './reactions.js'
import { isGroup, nameOf, state } from './state.js'

/** bubbles by phone and `seq`, each with the revision it shows */
const drawn = new Map()

export function drawTalk() {
  const open = state.phone && state.chat
  $('composer').hidden = !open
  $('call-buttons').hidden = !open || isGroup(state.chat)
  $('talk-title').textContent = open
    ? `${nameOf(state.phone)} → ${nameOf(state.chat)}`
    : 'Escolha um telefone e uma conversa'
  const typing = state.typing[state.chat]
  $('typing').textContent = typing ? (typing === 'recording' ? 'gravando áudio…' : 'digitando…') : ''
  drawLog(open)
}

function drawLog(open) {
  const log = $('log')
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80
  const messages = [...state.messages.values()].filter(message => message.chat === state.chat && !isBelow(message))
  const elements = []
  let day
  for (const message of messages) {
    const date = new Date(message.at).toLocaleDateString('pt-BR')
    if (date !== day) elements.push(make('p', { className: 'day' }, date))
    day = date
    elements.push(elementOf(message))
  }
  if (open && !messages.length) elements.push(make('p', { className: 'day' }, 'Nenhuma mensagem ainda'))
  const acting = log.contains(document.activeElement) ? document.activeElement.dataset.act : undefined
  const seq = document.activeElement?.closest('.bubble')?.dataset.seq
  // Unchanged bubbles stay in place, so that playing media and a focused button survive an update.
  for (const [i, element] of elements.entries()) {
    if (log.children[i] !== element) log.insertBefore(element, log.children[i] ?? null)
  }
  while (log.children.length > elements.length) log.lastElementChild.remove()
  // A button in a bubble that was drawn anew keeps the focus.
  if (acting && !log.contains(document.activeElement)) {
    log.querySelector(`[data-seq="${seq}"] [data-act="${acting}"]`)?.focus()
  }
  if (atEnd) log.scrollTop = log.scrollHeight
}

function elementOf(message) {
  const key = `${state.phone} ${message.seq}`
  const kept = drawn.get(key)
  if (kept?.rev === message.rev) return kept.element
  const element = drawMessage(message)
  drawn.set(key, { rev: message.rev, element })
  return element
}

/** forgets the bubbles of another phone's chats */
export const forgetDrawn = () => drawn.clear()
