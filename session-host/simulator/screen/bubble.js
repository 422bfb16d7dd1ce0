// A message of the open chat as an element. Its buttons name their action in `data-act`, which
// message-menu.js performs.

import { make } from './dom.js'
import { drawReactions } from './reactions.js'
import { isGroup, messageById, nameOf, state } from './state.js'
import { brief, summary, TYPE_NAMES } from './summary.js'

const ACKS = ['falhou', 'aguardando', 'enviada', 'entregue', 'lida', 'ouvida']
const TICKS = ['!', '◷', '✓', '✓✓', '✓✓', '✓✓']

export const drawMessage = message => (message.type === 'call' ? drawCall(message) : drawBubble(message))

function drawCall(message) {
  const kind = message.text === 'video' ? 'Chamada de vídeo' : 'Chamada de voz'
  const end = { missed: 'não atendida', rejected: 'recusada' }[message.caption] ?? 'tocando…'
  return make('p', { className: 'system' }, `${kind} ${message.fromMe ? 'feita' : 'recebida'}: ${end}`)
}

function drawBubble(message) {
  const time = new Date(message.at).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })
  const quoted = message.type !== 'reaction' && message.quotedId && messageById(message.quotedId)
  return make(
    'article',
    { className: message.fromMe ? 'bubble own' : 'bubble', dataset: { seq: message.seq } },
    isGroup(message.chat) && !message.fromMe && make('div', { className: 'who' }, nameOf(message.from)),
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
    drawReactions(message),
  )
}

function tools(message) {
  if (message.deleted || message.type === 'reaction') return ''
  const button = (text, act) => make('button', { type: 'button', dataset: { act } }, text)
  const editable = message.fromMe && ['text', 'image', 'video'].includes(message.type)
  return make(
    'span',
    { className: 'tools' },
    button('Responder', 'reply'),
    button('Reagir', 'react'),
    editable && button('Editar', 'edit'),
    message.fromMe && button('Apagar', 'remove'),
  )
}

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
    case 'poll':
      return [drawPoll(message)]
    case 'reaction': {
      const target = messageById(message.quotedId)
      return [make('div', {}, `${message.text || 'reação retirada'} em “${target ? summary(target) : '…'}”`)]
    }
    default:
      return [make('em', { className: 'gone' }, TYPE_NAMES[message.type] ?? message.type)]
  }
}

/** The question with a button for each option, which votes for it or takes the vote back. */
function drawPoll(message) {
  const votes = message.votes ?? []
  const mine = votes.find(one => one.from === state.phone)?.options ?? []
  return make(
    'div',
    { className: 'poll' },
    make('div', { className: 'text' }, brief(message.text)),
    ...message.options.map(option => {
      const count = votes.filter(one => one.options.includes(option)).length
      return make(
        'button',
        { type: 'button', dataset: { act: 'vote', option }, ariaPressed: String(mine.includes(option)) },
        `${brief(option)} · ${count}`,
      )
    }),
  )
}
