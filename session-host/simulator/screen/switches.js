// Ringing from the open chat, and the open phone switched on and off.

import { api } from './api.js'
import { $, attempt } from './dom.js'
import { state } from './state.js'

for (const [id, video] of [
  ['call-voice', false],
  ['call-video', true],
]) {
  $(id).addEventListener('click', () =>
    attempt(() => api('POST', `/phones/${state.phone}/call`, { to: state.chat, video, ringMs: 15_000 })),
  )
}
$('online').addEventListener('change', () =>
  attempt(() => api('PATCH', `/phones/${state.phone}`, { online: $('online').checked })),
)
