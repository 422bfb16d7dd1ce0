// What the buttons of a bubble do.

import { api } from './api.js'
import { send, startContext } from './composer.js'
import { $, attempt } from './dom.js'
import { state } from './state.js'

const ACTS = {
  reply: message => startContext('quoting', message),
  edit: message => startContext('editing', message),
  like: message => attempt(() => send({ type: 'reaction', text: '👍', quotedId: message.id })),
  remove: message => attempt(() => api('DELETE', `/phones/${state.phone}/messages/${message.id}`)),
}

$('log').addEventListener('click', event => {
  const button = event.target instanceof Element ? event.target.closest('[data-act]') : undefined
  const message = button && state.messages.get(Number(button.closest('.bubble').dataset.seq))
  if (message) ACTS[button.dataset.act](message, button)
})
