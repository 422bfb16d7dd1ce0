// The simulator's page: one person plays the customers and the businesses' handsets. Everything a message holds is put
// on screen as text, never as HTML.

const $ = id => document.getElementById(id)
const TYPE_NAMES = {
  image: 'Imagem',
  audio: 'Áudio',
  video: 'Vídeo',
  document: 'Documento',
  sticker: 'Figurinha',
  location: 'Localização',
  contact: 'Contato',
  reaction: 'Reação',
  other: 'Mensagem sem forma conhecida',
}
const ERRORS = {
  ERR_SIM_BAD_NUMBER: 'Número inválido. Use DDI, DDD e número, só algarismos.',
  ERR_SIM_BAD_QR: 'Esse texto não é um QR code de pareamento inteiro.',
  ERR_SIM_QR_EXPIRED: 'Esse QR code já passou. Copie o que está na tela agora.',
  ERR_SIM_BAD_CODE: 'Código errado.',
  ERR_SIM_NO_CODE: 'Nenhum cliente pediu um código para esse número.',
  ERR_SIM_NO_PHONE: 'Esse número não existe no simulador.',
  ERR_SIM_NO_MESSAGE: 'Essa mensagem não existe mais.',
  ERR_SIM_NO_GROUP: 'Esse telefone não está no grupo.',
  ERR_SIM_INVALID: 'Falta algo ou há um valor inválido.',
  ERR_SIM_TOO_LARGE: 'O arquivo é grande demais.',
}
const ACKS = ['falhou', 'aguardando', 'enviada', 'entregue', 'lida', 'ouvida']
const TICKS = ['!', '◷', '✓', '✓✓', '✓✓', '✓✓']

export const state = {
  phones: [],
  businesses: [],
  groups: [],
  phone: undefined,
  chats: [],
  typing: {},
  chat: undefined,
  messages: new Map(),
  rev: 0,
  quoting: undefined,
  editing: undefined,
}

// ---- the API -------------------------------------------------------------------------------------------------------

export async function api(method, path, body) {
  const response = await fetch(`/sim${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const result = await response.json()
  if (!response.ok) throw new Error(ERRORS[result.error] ?? result.error)
  return result
}

let toastTimer
function toast(text) {
  clearTimeout(toastTimer)
  $('toast').textContent = text
  $('toast').hidden = false
  toastTimer = setTimeout(() => {
    $('toast').hidden = true
  }, 5000)
}

const attempt = work => work().catch(error => toast(error.message))

// ---- drawing -------------------------------------------------------------------------------------------------------

export function make(tag, properties = {}, ...children) {
  const { dataset, ...rest } = properties
  const element = Object.assign(document.createElement(tag), rest)
  Object.assign(element.dataset, dataset)
  element.append(...children.filter(child => child !== undefined && child !== false && child !== ''))
  return element
}

const nameOf = number =>
  state.phones.find(phone => phone.number === number)?.name ??
  state.groups.find(group => group.id === number)?.subject ??
  number

function item({ title, detail, image, current, unread, onclick }) {
  const button = make(
    'button',
    { type: 'button', className: 'item', onclick },
    image ? make('img', { src: image, alt: '', width: 36, height: 36 }) : make('i', { className: 'round' }, '#'),
    make('span', {}, make('b', {}, title), make('small', {}, detail)),
    unread ? make('span', { className: 'pill', ariaLabel: `${unread} não lidas` }, String(unread)) : '',
  )
  if (current) button.setAttribute('aria-current', 'true')
  return make('li', {}, button)
}

/** redraws a list and leaves the focus where it was */
function fill(list, items) {
  const at = [...list.children].findIndex(child => child.contains(document.activeElement))
  list.replaceChildren(...items)
  if (at >= 0) list.children[at]?.querySelector('button')?.focus()
}

function drawPhones() {
  $('phones-empty').hidden = state.phones.length > 0
  fill(
    $('phones'),
    state.phones.map(phone => {
      const business = state.businesses.find(one => one.number === phone.number)
      const role = business ? (business.online ? ' · conectada' : ' · desconectada') : ''
      return item({
        title: phone.name,
        detail: `${phone.number}${role}${phone.online ? '' : ' · desligado'}`,
        image: phone.picture ? `/sim/phones/${phone.number}/avatar` : undefined,
        current: phone.number === state.phone,
        onclick: () => attempt(() => choosePhone(phone.number)),
      })
    }),
  )
}

function drawChats() {
  const phone = state.phones.find(one => one.number === state.phone)
  $('chats-title').textContent = phone ? `Conversas de ${phone.name}` : 'Conversas'
  $('online').checked = phone?.online ?? false
  $('online').disabled = !phone
  const known = new Set(state.chats.map(chat => chat.chat))
  const possible = phone
    ? [
        ...state.groups
          .filter(group => group.members.some(member => member.number === phone.number))
          .map(one => one.id),
        ...(state.businesses.some(one => one.number === phone.number) ? state.phones : state.businesses).map(
          one => one.number,
        ),
      ].filter(chat => chat !== phone.number && !known.has(chat))
    : []
  const rows = [...state.chats, ...possible.map(chat => ({ chat, name: nameOf(chat), unread: 0 }))]
  $('chats-empty').hidden = !phone || rows.length > 0
  fill(
    $('chats'),
    rows.map(({ chat, name, unread }) =>
      item({
        title: name,
        detail: chat.endsWith('@g.us') ? 'grupo' : chat,
        image: chat.endsWith('@g.us') ? undefined : `/sim/phones/${chat}/avatar`,
        current: chat === state.chat,
        unread,
        onclick: () => attempt(() => chooseChat(chat)),
      }),
    ),
  )
}

function drawTalk() {
  const open = state.phone && state.chat
  $('composer').hidden = !open
  $('call-buttons').hidden = !open || state.chat.endsWith('@g.us')
  $('talk-title').textContent = open
    ? `${nameOf(state.phone)} → ${nameOf(state.chat)}`
    : 'Escolha um telefone e uma conversa'
  const typing = state.typing[state.chat]
  $('typing').textContent = typing ? (typing === 'recording' ? 'gravando áudio…' : 'digitando…') : ''
  const log = $('log')
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80
  const messages = [...state.messages.values()].filter(message => message.chat === state.chat)
  const elements = []
  let day
  for (const message of messages) {
    const date = new Date(message.at).toLocaleDateString('pt-BR')
    if (date !== day) elements.push(make('p', { className: 'day' }, date))
    day = date
    elements.push(drawMessage(message))
  }
  if (open && !messages.length) elements.push(make('p', { className: 'day' }, 'Nenhuma mensagem ainda'))
  // Unchanged bubbles stay where they are, so that playing media and a focused button survive an update.
  for (const [i, element] of elements.entries()) {
    if (log.children[i] !== element) log.insertBefore(element, log.children[i] ?? null)
  }
  while (log.children.length > elements.length) log.lastElementChild.remove()
  if (atEnd) log.scrollTop = log.scrollHeight
}

const drawn = new Map()

function drawMessage(message) {
  const key = `${state.phone} ${message.seq}`
  const kept = drawn.get(key)
  if (kept?.rev === message.rev) return kept.element
  const element = message.type === 'call' ? drawCall(message) : drawBubble(message)
  drawn.set(key, { rev: message.rev, element })
  return element
}

function drawCall(message) {
  const kind = message.text === 'video' ? 'Chamada de vídeo' : 'Chamada de voz'
  const end = { missed: 'não atendida', rejected: 'recusada' }[message.caption] ?? 'tocando…'
  return make('p', { className: 'system' }, `${kind} ${message.fromMe ? 'feita' : 'recebida'}: ${end}`)
}

function drawBubble(message) {
  const time = new Date(message.at).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })
  const quoted = message.type !== 'reaction' && message.quotedId && byId(message.quotedId)
  return make(
    'article',
    { className: message.fromMe ? 'bubble own' : 'bubble' },
    message.chat.endsWith('@g.us') && !message.fromMe && make('div', { className: 'who' }, nameOf(message.from)),
    quoted && make('blockquote', {}, summary(quoted)),
    ...(message.deleted ? [make('em', { className: 'gone' }, 'Mensagem apagada')] : content(message)),
    make(
      'div',
      { className: 'meta' },
      tools(message),
      message.edited && make('span', {}, 'editada'),
      message.copies && make('span', {}, `${message.copies}×`),
      make('time', { dateTime: message.at }, time),
      message.fromMe && make('span', { className: `ack-${message.ack}`, title: ACKS[message.ack] }, TICKS[message.ack]),
      message.fromMe && make('span', { className: 'hidden' }, ACKS[message.ack]),
    ),
  )
}

function tools(message) {
  if (message.deleted || message.type === 'reaction') return ''
  const button = (text, onclick) => make('button', { type: 'button', onclick }, text)
  const editable = message.fromMe && ['text', 'image', 'video'].includes(message.type)
  return make(
    'span',
    { className: 'tools' },
    button('Responder', () => startContext('quoting', message)),
    button('👍', () => attempt(() => send({ type: 'reaction', text: '👍', quotedId: message.id }))),
    editable && button('Editar', () => startContext('editing', message)),
    message.fromMe &&
      button('Apagar', () => attempt(() => api('DELETE', `/phones/${state.phone}/messages/${message.id}`))),
  )
}

/** A hostile phone's texts may have megabytes. */
const brief = (text = '') =>
  text.length > 4000 ? `${text.slice(0, 4000)}… (${text.length.toLocaleString('pt-BR')} letras)` : text

function content(message) {
  const file = `/sim/phones/${state.phone}/messages/${encodeURIComponent(message.id)}/media`
  const caption = message.caption && make('div', { className: 'text' }, brief(message.caption))
  switch (message.type) {
    case 'text':
      return [make('div', { className: 'text' }, brief(message.text))]
    case 'image':
    case 'sticker':
      return [make('img', { src: file, alt: message.caption ?? TYPE_NAMES[message.type], loading: 'lazy' }), caption]
    case 'video':
      return [make('video', { src: file, controls: true, preload: 'metadata' }), caption]
    case 'audio':
      return [make('audio', { src: file, controls: true, preload: 'none' })]
    case 'document':
      return [
        make('a', { href: file, download: message.fileName ?? '' }, brief(message.fileName ?? 'documento')),
        caption,
      ]
    case 'location':
      return [make('div', {}, `Localização: ${message.latitude}, ${message.longitude}`), message.text]
    case 'contact':
      return [make('div', {}, `Contato: ${brief(message.text)}`), make('pre', {}, brief(message.vcard))]
    case 'reaction': {
      const target = byId(message.quotedId)
      return [make('div', {}, `${message.text || 'reação retirada'} em “${target ? summary(target) : '…'}”`)]
    }
    default:
      return [make('em', { className: 'gone' }, TYPE_NAMES[message.type] ?? message.type)]
  }
}

const byId = id => [...state.messages.values()].find(message => message.id === id)
const summary = message =>
  brief(message.text ?? message.caption ?? message.fileName ?? TYPE_NAMES[message.type] ?? '').slice(0, 200)

// ---- choosing and refreshing ---------------------------------------------------------------------------------------

async function refreshPhones() {
  const [phones, businesses, groups] = await Promise.all([
    api('GET', '/phones'),
    api('GET', '/businesses'),
    api('GET', '/groups'),
  ])
  Object.assign(state, { phones, businesses, groups })
  drawPhones()
}

async function refreshTalk() {
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

async function choosePhone(number) {
  if (number !== state.phone) {
    Object.assign(state, { phone: number, chat: undefined, chats: [], typing: {}, messages: new Map(), rev: 0 })
    drawn.clear()
    clearContext()
  }
  show('chats')
  await refreshTalk()
  drawPhones()
  remember()
}

async function chooseChat(chat) {
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

// ---- writing -------------------------------------------------------------------------------------------------------

function startContext(what, message) {
  clearContext()
  state[what] = message
  $('context').hidden = false
  $('context-text').textContent = `${what === 'quoting' ? 'Respondendo a' : 'Editando'} “${summary(message)}”`
  if (what === 'editing') $('composer-text').value = message.text ?? message.caption ?? ''
  $('composer-text').focus()
}

function clearContext() {
  state.quoting = undefined
  state.editing = undefined
  $('context').hidden = true
}

function send(draft) {
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

async function sendFile(blob, fileName) {
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

let recorder
async function toggleRecording() {
  if (recorder) return recorder.stop()
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
  const parts = []
  recorder = new MediaRecorder(stream)
  $('record').setAttribute('aria-pressed', 'true')
  recorder.ondataavailable = event => parts.push(event.data)
  recorder.onstop = () => {
    const { mimeType } = recorder
    recorder = undefined
    $('record').setAttribute('aria-pressed', 'false')
    for (const track of stream.getTracks()) track.stop()
    attempt(() => sendFile(new Blob(parts, { type: mimeType })))
  }
  recorder.start()
}

let typedAt = 0
function tellTyping(typing) {
  if (!state.chat || state.chat.endsWith('@g.us')) return
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
  tellTyping(false)
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
$('composer-text').addEventListener('input', () => tellTyping(true))
$('context-clear').addEventListener('click', clearContext)
$('attach').addEventListener('click', () => $('file').click())
$('file').addEventListener('change', () => {
  const [file] = $('file').files
  if (file) attempt(() => sendFile(file, file.name))
  $('file').value = ''
})
$('record').addEventListener('click', () =>
  toggleRecording().catch(() => toast('O microfone não está disponível nesta página.')),
)
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

// ---- dialogs -------------------------------------------------------------------------------------------------------

/** What a form does, by its `data-submit`. */
export const SUBMIT = {
  pair: async ({ number, name, qr }) => {
    const isCode = /^\S{8}$/.test(qr.trim())
    const given = { number, ...(name && { name }) }
    const linked = isCode
      ? await api('POST', '/pair', { ...given, code: qr.trim().toUpperCase() })
      : await api('POST', '/scan', { ...given, qr })
    toast('Pareado')
    await choosePhone(linked.number)
  },
  phone: async ({ number, name, lid, picture }) => {
    const phone = { number, name, addressing: lid ? 'lid' : 'pn', picture: Boolean(picture) }
    await choosePhone((await api('POST', '/phones', phone)).number)
  },
  group: async ({ subject, owner }, form) => {
    const members = new FormData(form).getAll('member')
    await api('POST', '/groups', { subject, owner, members })
  },
  location: ({ latitude, longitude, text }) =>
    send({ type: 'location', latitude: Number(latitude), longitude: Number(longitude), ...(text && { text }) }),
  contact: ({ name, number }) => {
    const digits = number.replace(/\D/g, '')
    const vcard = `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;waid=${digits}:+${digits}\nEND:VCARD`
    return send({ type: 'contact', text: name, vcard })
  },
  fault: async ({ kind, number, count, ms }) => {
    await api('POST', '/faults', {
      kind,
      ...(number && { number }),
      ...(count && { count: Number(count) }),
      ...(ms && { ms: Number(ms) }),
    })
    toast('Falha provocada')
  },
}

/** What a dialog shows when it opens, by its id. */
export const PREPARE = {
  'pair-dialog': async () => {
    const waiting = await api('GET', '/waiting')
    const codes = waiting.filter(one => one.code).map(one => one.code.number)
    $('waiting').textContent = waiting.length
      ? `${waiting.length} cliente(s) mostrando QR code agora${codes.length ? `; código pedido para ${codes.join(', ')}` : ''}. O texto do QR traz chaves que só quem o mostra tem: copie-o da tela de conexões.`
      : 'Nenhum cliente mostra um QR code agora. Abra a conexão no sistema primeiro.'
  },
  'group-dialog': () => {
    const option = phone => make('option', { value: phone.number }, phone.name)
    const box = phone =>
      make(
        'label',
        { className: 'switch' },
        make('input', { type: 'checkbox', name: 'member', value: phone.number }),
        phone.name,
      )
    $('group-owner').replaceChildren(...state.phones.map(option))
    $('group-members').replaceChildren(...state.phones.map(box))
  },
  'fault-dialog': async () => {
    const faults = await api('GET', '/faults')
    $('faults').replaceChildren(
      ...faults.map(({ kind, number, count }) =>
        make('li', {}, `${kind} · ${number ?? 'todas'}${count ? ` · mais ${count}×` : ''}`),
      ),
    )
    $('fault-number').replaceChildren(
      make('option', { value: '' }, 'todas'),
      ...state.businesses.map(one => make('option', { value: one.number }, one.name)),
    )
  },
}

document.addEventListener('click', event => {
  const button = event.target instanceof Element ? event.target.closest('button') : undefined
  if (button?.dataset.open) {
    const { open } = button.dataset
    attempt(async () => {
      await PREPARE[open]?.()
      $(open).showModal()
    })
  }
  if (button && 'close' in button.dataset) button.closest('dialog').close()
  if (button?.dataset.view) show(button.dataset.view)
})

for (const form of document.querySelectorAll('form[data-submit]')) {
  form.addEventListener('submit', event => {
    event.preventDefault()
    attempt(async () => {
      await SUBMIT[form.dataset.submit](Object.fromEntries(new FormData(form)), form)
      form.closest('dialog').close()
      form.reset()
      await refreshPhones()
      await refreshTalk()
    })
  })
}
$('faults-clear').addEventListener('click', () =>
  attempt(async () => {
    await api('DELETE', '/faults')
    await PREPARE['fault-dialog']()
  }),
)

// ---- theme, live updates, start ------------------------------------------------------------------------------------

const root = document.documentElement
if (localStorage.theme) root.dataset.theme = localStorage.theme
$('theme').addEventListener('click', () => {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  localStorage.theme = root.dataset.theme = dark ? 'light' : 'dark'
})

let isScheduled = false
function refreshSoon() {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    Promise.all([refreshPhones(), refreshTalk()]).catch(() => {})
  }, 80)
}

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
