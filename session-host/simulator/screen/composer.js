// Writing in the open chat: texts, answers, edits, files.

import { api } from './api.js'
import { $, attempt } from './dom.js'
import { isGroup, state } from './state.js'
import { summary } from './summary.js'

/** @param what `quoting` or `editing` */
export function startContext(what, message) {
  clearContext()
  state[what] = message
  $('context').hidden = false
  $('context-text').textContent = `${what === 'quoting' ? 'Respondendo a' : 'Editando'} “${summary(message)}”`
  if (what === 'editing') $('composer-text').value = message.text ?? message.caption ?? ''
  $('composer-text').focus()
}

export function clearContext() {
  state.quoting = undefined
  state.editing = undefined
  $('context').hidden = true
}

/** sends from the open phone to the open chat, as an answer if one was begun */
export function send(draft) {
  const quotedId = draft.quotedId ?? state.quoting?.id
  clearContext()
  return api('POST', `/phones/${state.phone}/messages`, { to: state.chat, ...draft, ...(quotedId && { quotedId }) })
}

const toBase64 = blob =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(new Error('O arquivo não pôde ser lido.'))
    reader.readAsDataURL(blob)
  })

/** sends a file with the text field as its caption; without a name it was recorded here */
export async function sendFile(blob, fileName) {
  const kind = blob.type.split('/')[0]
  const type = ['image', 'video', 'audio'].includes(kind) ? kind : 'document'
  const text = $('composer-text').value.trim()
  $('composer-text').value = ''
  await send({
    type,
    mediaBase64: await toBase64(blob),
    ...(blob.type && { mimetype: blob.type }),
    ...(text && type !== 'audio' && { text }),
    ...(type === 'document' && { fileName }),
    ...(type === 'audio' && { ptt: !fileName }),
  })
}

let typedAt = 0
function sendTyping(typing) {
  if (!state.chat || isGroup(state.chat)) return
  if (typing && Date.now() - typedAt < 3000) return
  typedAt = typing ? Date.now() : 0
  api('POST', `/phones/${state.phone}/typing`, { to: state.chat, state: typing ? 'composing' : 'paused' }).catch(
    () => {},
  )
}

$('composer').addEventListener('submit', event => {
  event.preventDefault()
  const text = $('composer-text').value.trim()
  if (!text) return
  const { editing } = state
  $('composer-text').value = ''
  sendTyping(false)
  attempt(() => {
    if (!editing) return send({ type: 'text', text })
    clearContext()
    return api('PATCH', `/phones/${state.phone}/messages/${editing.id}`, { text })
  })
})
$('composer-text').addEventListener('keydown', event => {
  if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
    event.preventDefault()
    $('composer').requestSubmit()
  }
  if (event.key === 'Escape') clearContext()
})
$('composer-text').addEventListener('input', () => sendTyping(true))
$('context-clear').addEventListener('click', clearContext)
$('attach').addEventListener('click', () => $('file').click())
$('file').addEventListener('change', () => {
  const [file] = $('file').files
  if (file) attempt(() => sendFile(file, file.name))
  $('file').value = ''
})
