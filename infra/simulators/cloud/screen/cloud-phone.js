// The customer's phone: what they have, and what they do.

import { bubble, summary } from '/cloud-bubble.js'
import { bytesOf, call, phoneText } from '/cloud-call.js'
import { ask, closeMenu, openMenu } from '/cloud-menu.js'
import { closeSheet, openSheet } from '/cloud-sheet.js'
import { number, person, state } from '/cloud-state.js'
import { $, attempt, make, toast } from '/dom.js'

const EMOJIS = ['👍', '❤️', '😂', '😮', '😢', '🙏']
/** Messages that the screen shows at most. */
const LAST = 200

let shown = ''

const post = (what, body) => call('POST', `${state.phoneNumberId}/${what}`, body)

/** Sends something as the customer, and shows it. */
async function say(body) {
  const { name } = person() ?? {}
  await post('messages', {
    from: state.from,
    ...(name && name !== state.from ? { name } : {}),
    ...(state.fromAd ? { referral: true } : {}),
    ...body,
  })
  state.fromAd = false
  await loadMessages()
}

const act = {
  press(message, choice) {
    if (choice.kind === 'link') return open(choice.url ?? '#', '_blank', 'noopener')
    if (choice.kind === 'copy_code') {
      navigator.clipboard?.writeText(choice.code ?? '')
      return toast(`Código copiado: ${choice.code}`)
    }
    return attempt(() => say({ buttonId: choice.id, quotedId: message.id }))
  },
  openList: message => openSheet(message, row => attempt(() => say({ rowId: row.id, quotedId: message.id }))),
  openMenu(message, at) {
    const mine = message.reactions.customer
    const emojis = EMOJIS.map(emoji => {
      const button = make(
        'button',
        {
          type: 'button',
          ariaPressed: String(emoji === mine),
          ariaLabel: emoji === mine ? `Retirar ${emoji}` : `Reagir com ${emoji}`,
        },
        emoji,
      )
      button.addEventListener('click', () => {
        closeMenu()
        attempt(() => say({ type: 'reaction', quotedId: message.id, reaction: emoji === mine ? '' : emoji }))
      })
      return button
    })
    const own = [
      ['Editar', () => startContext('edited', message)],
      ['Apagar para todos', () => attempt(() => say({ type: 'revoke', quotedId: message.id }))],
    ]
    openMenu(
      at,
      [
        ['Responder', () => startContext('quoted', message)],
        ...(message.fromCustomer ? (message.type === 'text' ? own : own.slice(1)) : []),
      ],
      [make('div', { className: 'emojis' }, ...emojis)],
    )
  },
}

function startContext(kind, message) {
  clearContext()
  state[kind] = message
  if (kind === 'edited') $('composer-text').value = message.text
  drawContext()
  $('composer-text').focus()
}

function clearContext() {
  Object.assign(state, { quoted: undefined, edited: undefined, fromAd: false })
  drawContext()
}

function drawContext() {
  const { quoted, edited, fromAd } = state
  $('context').hidden = !quoted && !edited && !fromAd
  $('context-text').textContent = edited
    ? `Editar: ${summary(edited)}`
    : quoted
      ? `Responder: ${summary(quoted)}`
      : 'A próxima mensagem vem de um anúncio'
}

/** Leaves a customer: nothing of the other one's stays. */
export function leavePhone() {
  shown = ''
  state.messages = []
  clearContext()
  closeSheet()
  closeMenu()
  $('log').replaceChildren()
}

export function drawPhone() {
  const who = person()
  const isShown = state.tab === 'people' && who !== undefined
  $('phone').hidden = !isShown
  $('auto-read-switch').hidden = !isShown
  $('person-menu-open').hidden = !isShown
  if (state.tab !== 'people') return
  $('talk-title').textContent = who ? `${who.name} · ${phoneText(who.from)}` : 'Escolha um cliente'
  if (!who) return
  const { name, phone } = number()
  $('who-name').textContent = name
  $('who-avatar').textContent = [...name][0]?.toUpperCase() ?? ''
  $('who-note').textContent = who.isTyping ? 'digitando…' : phoneText(phone)
  $('who-note').className = who.isTyping ? 'typing' : ''
}

function drawMessages() {
  const log = $('log')
  const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80
  const byId = new Map(state.messages.map(message => [message.id, message]))
  const pressed = new Set(
    state.messages
      .filter(({ fromCustomer, type }) => fromCustomer && (type === 'button' || type === 'interactive'))
      .map(({ quotedId }) => quotedId),
  )
  let day = ''
  const items = state.messages.flatMap(message => {
    const own = new Date(message.at).toLocaleDateString('pt-BR')
    const isNew = own !== day
    day = own
    const item = bubble(message, { quoted: id => byId.get(id), pressed, act })
    return isNew
      ? [make('p', { className: 'day' }, own === new Date().toLocaleDateString('pt-BR') ? 'Hoje' : own), item]
      : [item]
  })
  log.replaceChildren(
    ...(items.length > 0
      ? items
      : [make('p', { className: 'day' }, 'Escreva para a empresa, ou espere um modelo dela.')]),
  )
  if (isAtEnd) log.scrollTop = log.scrollHeight
}

/** Loads the conversation; reads what came while it is looked at. */
export async function loadMessages() {
  const { phoneNumberId, from } = state
  if (!phoneNumberId || !from || state.tab !== 'people') return
  const found = await call('GET', `${phoneNumberId}/messages?with=${from}&last=${LAST}`)
  if (state.phoneNumberId !== phoneNumberId || state.from !== from) return
  const text = JSON.stringify(found)
  if (text !== shown) {
    shown = text
    state.messages = found
    drawMessages()
  }
  const isUnread = found.some(each => !each.fromCustomer && (each.status === 'sent' || each.status === 'delivered'))
  if (isUnread && $('auto-read').checked && document.visibilityState === 'visible') await post('read', { from })
}

$('composer').addEventListener('submit', event => {
  event.preventDefault()
  const text = $('composer-text').value.trim()
  if (!text) return
  const { quoted, edited } = state
  attempt(async () => {
    if (edited) await say({ type: 'edit', quotedId: edited.id, text })
    else await say({ text, ...(quoted ? { quotedId: quoted.id } : {}) })
    $('composer-text').value = ''
    clearContext()
    $('log').scrollTop = $('log').scrollHeight
  })
})
$('composer-text').addEventListener('keydown', event => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  $('composer').requestSubmit()
})
$('context-clear').addEventListener('click', () => {
  if (state.edited) $('composer-text').value = ''
  clearContext()
})

function chooseFile(accept) {
  $('file').accept = accept
  $('file').click()
}
$('file').addEventListener('change', () => {
  const [file] = $('file').files
  if (!file) return
  const text = $('composer-text').value.trim()
  const isKnown = /^(image|audio|video)\//.test(file.type)
  attempt(async () => {
    await say({
      mediaBase64: await bytesOf(file),
      mimetype: file.type || 'application/octet-stream',
      fileName: file.name,
      ...(isKnown ? {} : { type: 'document' }),
      ...(text ? { text } : {}),
      ...(state.quoted ? { quotedId: state.quoted.id } : {}),
    })
    $('file').value = ''
    $('composer-text').value = ''
    clearContext()
  })
})

$('attach').addEventListener('click', () =>
  openMenu($('attach'), [
    ['Foto ou vídeo', () => chooseFile('image/*,video/*')],
    ['Áudio', () => chooseFile('audio/*')],
    ['Documento', () => chooseFile('')],
    [
      'Localização',
      () =>
        attempt(() =>
          say({
            location: { latitude: -23.55052, longitude: -46.633308, name: 'Praça da Sé', address: 'Centro, São Paulo' },
          }),
        ),
    ],
    ['Contato', sendContact],
    ['Enquete (sem suporte)', () => attempt(() => say({ type: 'unsupported' }))],
    [
      'Veio de um anúncio',
      () => {
        state.fromAd = true
        drawContext()
        $('composer-text').focus()
      },
    ],
  ]),
)

async function sendContact() {
  const given = await ask('Enviar contato', [
    { name: 'name', label: 'Nome', maxLength: 100 },
    { name: 'phone', label: 'Número', inputMode: 'tel' },
  ])
  if (!given) return
  const name = { formatted_name: given.name, first_name: given.name }
  attempt(() => say({ contacts: [{ name, phones: [{ phone: given.phone, type: 'CELL' }] }] }))
}

$('person-menu-open').addEventListener('click', () => {
  const who = person()
  openMenu($('person-menu-open'), [
    [
      $('auto-read').checked ? 'Não ler mais o que chega' : 'Ler o que chega',
      () => {
        $('auto-read').checked = !$('auto-read').checked
      },
    ],
    ['Ler tudo agora', () => attempt(() => post('read', { from: who.from }))],
    ['Mudar de número', changeNumber],
    ['Envelhecer 24 horas (fecha a janela)', () => attempt(() => post('age', { from: who.from, seconds: 86_400 }))],
    ['A empresa escreve pelo celular', writeAsBusiness],
  ])
})

async function changeNumber() {
  const given = await ask('Mudar de número', [
    { name: 'to', label: 'Novo número', inputMode: 'tel', placeholder: '+55 11 97777-6666' },
  ])
  if (!given) return
  const { from } = state
  const to = given.to.replace(/\D/g, '')
  await attempt(async () => {
    await post('number-change', { from, to })
    state.from = to
    leavePhone()
  })
}

async function writeAsBusiness() {
  const given = await ask('A empresa escreve no aplicativo dela', [{ name: 'text', label: 'Texto', maxLength: 4096 }])
  if (given) attempt(() => post('echo', { to: state.from, text: given.text }))
}
