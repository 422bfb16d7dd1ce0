// A message as a customer's phone shows it. Content is shown as text, never as HTML.

import { make } from '/dom.js'

const MARKS = { '*': 'b', _: 'i', '~': 's', '`': 'code' }

/** Returns a text with WhatsApp's marks for bold, italic, struck and code. */
export function formatted(text) {
  const parts = make('span', { className: 'text' })
  const marked = /(^|[\s(])([*_~`])(\S(?:.*?\S)?)\2(?=$|[\s).,!?])|(https?:\/\/\S+)/gm
  let at = 0
  for (const match of text.matchAll(marked)) {
    const [whole, before = '', mark, inner, address] = match
    parts.append(text.slice(at, match.index), before)
    if (address)
      parts.append(make('a', { href: address, target: '_blank', rel: 'noopener noreferrer', textContent: address }))
    else parts.append(make(MARKS[mark], { textContent: inner }))
    at = match.index + whole.length
  }
  parts.append(text.slice(at))
  return parts
}

const KINDS = {
  image: 'Foto',
  video: 'Vídeo',
  audio: 'Áudio',
  document: 'Documento',
  sticker: 'Figurinha',
  location: 'Localização',
  contacts: 'Contato',
  order: 'Pedido do catálogo',
  unsupported: 'Mensagem sem suporte',
}

/** Returns a message in one line. */
export const summary = ({ type, text, header, deleted }) =>
  deleted ? 'Mensagem apagada' : text || header || KINDS[type] || type

function mediaOf({ media, type }) {
  if (!media) return undefined
  const { type: kind, url, fileName, mimetype } = media
  if (kind === 'image' || kind === 'sticker') return make('img', { src: url, alt: KINDS[kind], className: kind })
  if (kind === 'video') return make('video', { src: url, controls: true })
  if (kind === 'audio')
    return make(
      'span',
      { className: 'sound' },
      make('small', {}, media.isVoice ? '🎤 Mensagem de voz' : '🎵 Arquivo de áudio'),
      make('audio', { src: url, controls: true }),
    )
  return make(
    'a',
    { href: url, target: '_blank', className: 'file', download: fileName ?? '' },
    make('span', { ariaHidden: 'true' }, '📄'),
    make('span', {}, make('b', {}, fileName ?? KINDS[type] ?? 'Arquivo'), make('small', {}, mimetype)),
  )
}

function placeOf({ type, content }) {
  if (type !== 'location') return undefined
  const { name, address, latitude, longitude } = content
  return make(
    'span',
    { className: 'file' },
    make('span', { ariaHidden: 'true' }, '📍'),
    make('span', {}, make('b', {}, name ?? 'Localização'), make('small', {}, address ?? `${latitude}, ${longitude}`)),
  )
}

function cardsOf({ type, content }) {
  if (type !== 'contacts') return []
  return (content.contacts ?? []).map(({ name, phones = [] }) =>
    make(
      'span',
      { className: 'file' },
      make('span', { ariaHidden: 'true' }, '👤'),
      make('span', {}, make('b', {}, name?.formatted_name ?? 'Contato'), make('small', {}, phones[0]?.phone ?? '')),
    ),
  )
}

/** Returns the card of a product in the business's catalogue. */
function productOf({ product }) {
  if (!product) return undefined
  const price = product.price.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })
  return make(
    'span',
    { className: 'file' },
    make('span', { ariaHidden: 'true' }, '🛍️'),
    make('span', {}, make('b', {}, product.name), make('small', {}, price)),
  )
}

const SIGNS = { reply: '↩', quick_reply: '↩', link: '↗', copy_code: '⧉' }

/** Returns the buttons under a bubble; `pressed` are the messages whose button was pressed already. */
function buttonsOf(message, pressed, act) {
  const { choices, listButton, fromCustomer } = message
  if (fromCustomer || choices.length === 0) return undefined
  const one = (sign, label, run, isDone) => {
    const button = make(
      'button',
      { type: 'button', disabled: isDone },
      make('span', { ariaHidden: 'true' }, sign),
      label,
    )
    button.addEventListener('click', run)
    return button
  }
  const isDone = pressed.has(message.id)
  const rows = listButton
    ? [one('☰', listButton, () => act.openList(message), false)]
    : choices.map(choice =>
        one(
          SIGNS[choice.kind],
          choice.title,
          () => act.press(message, choice),
          isDone && choice.kind !== 'link' && choice.kind !== 'copy_code',
        ),
      )
  return make('div', { className: 'buttons' }, ...rows)
}

const TICKS = { received: '✓✓', read: '✓✓' }

/** Returns a message with its buttons. `quoted` finds a message; `act` does what is pressed. */
export function bubble(message, { quoted, pressed, act }) {
  const { fromCustomer, text, header, footer, deleted, edited, at, status, template, quotedId, reactions, type } =
    message
  const body = make('div', { className: 'bubble' })
  const origin = quotedId && type !== 'edit' ? quoted(quotedId) : undefined
  if (message.referral)
    body.append(make('small', { className: 'footer' }, `Veio do anúncio: ${message.referral.headline}`))
  if (origin) body.append(make('blockquote', {}, origin.fromCustomer ? make('b', {}, 'Você') : '', summary(origin)))
  if (deleted) body.append(make('span', { className: 'gone' }, '🚫 Mensagem apagada'))
  else {
    const media = mediaOf(message)
    if (media) body.append(media)
    if (header) body.append(make('b', { className: 'header' }, header))
    const place = placeOf(message)
    if (place) body.append(place)
    body.append(...cardsOf(message))
    const product = productOf(message)
    if (product) body.append(product)
    if (type === 'unsupported' || type === 'order') body.append(make('span', { className: 'gone' }, KINDS[type]))
    else if (text && type !== 'location') body.append(formatted(text))
    if (footer) body.append(make('small', { className: 'footer' }, footer))
  }
  const time = new Date(at).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })
  const tick = fromCustomer
    ? make(
        'span',
        { className: status === 'read' ? 'tick read' : 'tick', ariaLabel: status === 'read' ? 'lida' : 'entregue' },
        TICKS[status] ?? '✓',
      )
    : ''
  const meta = make('small', { className: 'meta' }, edited ? 'Editada' : '', time, tick)
  body.append(meta)
  const own = Object.values(reactions).filter(Boolean)
  if (own.length > 0) body.append(make('span', { className: 'reactions' }, ...own))
  if (!deleted) {
    const open = make(
      'button',
      {
        type: 'button',
        className: 'open-menu',
        ariaLabel: `Opções de: ${summary(message)}`,
        title: 'Reagir, responder',
      },
      '☺',
    )
    open.addEventListener('click', () => act.openMenu(message, open))
    meta.prepend(open)
    body.addEventListener('dblclick', () => act.openMenu(message, open))
  }
  const item = make('div', { className: fromCustomer ? 'message own' : 'message', dataset: { id: message.id } }, body)
  if (template) item.title = `Modelo ${template.name} (${template.language})`
  const buttons = deleted ? undefined : buttonsOf(message, pressed, act)
  if (buttons) item.append(buttons)
  return item
}
