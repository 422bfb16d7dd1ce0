// A phone that lies and a media server that misbehaves: what a person can try against a host.

import { api } from './api.js'
import { onOpen, onSubmit } from './dialogs.js'
import { $, make, option } from './dom.js'
import { state } from './state.js'

const FIELDS = ['url', 'directPath', 'mediaKey', 'fileLength', 'fileEncSha256', 'mimetype']
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const ELSEWHERE = `${location.origin}/sim/health`
const THEIR_HOST = location.host
const OTHER_32_BYTES = btoa('x'.repeat(32))
const LONG = 4_000_000

/** Lies of a phone about its picture; null leaves the field out. */
const LIES = [
  ['endereço em outro servidor', { url: ELSEWHERE }],
  ['só o endereço, sem caminho', { url: ELSEWHERE, directPath: null }],
  ['caminho que começa com outro servidor', { directPath: `//${THEIR_HOST}/sim/health` }],
  ['caminho que é um endereço inteiro', { directPath: ELSEWHERE }],
  ['caminho com barra invertida', { directPath: `/\\${THEIR_HOST}/sim/health` }],
  ['caminho que sobe', { directPath: '/mms/image/../../sim/health' }],
  ['endereço de metadados da nuvem', { url: 'http://169.254.169.254/latest/meta-data/', directPath: null }],
  ['hash de outro arquivo', { fileEncSha256: OTHER_32_BYTES }],
  ['sem hash', { fileEncSha256: null }],
  ['tamanho menor', { fileLength: 10 }],
  ['tamanho enorme', { fileLength: Number.MAX_SAFE_INTEGER }],
  ['chave errada', { mediaKey: OTHER_32_BYTES }],
  ['chave pela metade', { mediaKey: btoa('x'.repeat(16)) }],
  ['tipo que o navegador executa', { mimetype: 'image/svg+xml' }],
  ['tipo que termina em +xml', { mimetype: 'image/x+xml' }],
]

/** Messages that are no lie, only too much. */
const EXCESSES = [
  ['texto de 4 milhões de letras', () => ({ type: 'text', text: 'é'.repeat(LONG) })],
  ['texto com meio caractere', () => ({ type: 'text', text: 'oi \ud83d' })],
  ['texto que vira a direção', () => ({ type: 'text', text: '\u202eoãçnetA\u202c \u0000' })],
  ['legenda de 4 milhões de letras', () => ({ type: 'image', mediaBase64: PNG, text: 'x'.repeat(LONG) })],
  [
    'nome de arquivo de 4 milhões de letras',
    () => ({ type: 'document', mediaBase64: PNG, fileName: 'x'.repeat(LONG) }),
  ],
  [
    'cartão de 4 milhões de letras',
    () => ({ type: 'contact', text: 'x', vcard: `BEGIN:VCARD\nFN:${'x'.repeat(LONG - 40)}` }),
  ],
]

const NOTHING = 'nulo'

/** `nulo` in a field leaves it out of the message; an empty field tells the truth. */
function lieOf(form) {
  const lie = {}
  for (const field of FIELDS) {
    const value = form[field]
    if (value === '') continue
    lie[field] = value === NOTHING ? null : field === 'fileLength' ? Number(value) : value
  }
  return lie
}

function fillIn() {
  const form = $('hostile-dialog').querySelector('form')
  const [, lie] = LIES[form.elements.preset.value] ?? []
  for (const field of FIELDS) {
    const value = lie?.[field]
    form.elements[field].value = value === undefined ? '' : value === null ? NOTHING : String(value)
  }
  $('hostile-fields').hidden = !lie
}

onOpen('hostile-dialog', () => {
  if (!state.chat) throw new Error('Abra antes a conversa em que o telefone é hostil.')
  const group = (label, options) => make('optgroup', { label }, ...options)
  const { preset } = $('hostile-dialog').querySelector('form').elements
  preset.replaceChildren(
    group(
      'mentira sobre uma imagem',
      LIES.map(([name], at) => option(name, String(at))),
    ),
    group(
      'excesso',
      EXCESSES.map(([name], at) => option(name, `e${at}`)),
    ),
  )
  $('media-fault-number').replaceChildren(
    option('todas', ''),
    ...state.businesses.map(one => option(one.name, one.number)),
  )
  $('media-fault-to').value ||= ELSEWHERE
  fillIn()
})

onSubmit('hostile', ({ preset, ...form }) => {
  const draft = preset.startsWith('e')
    ? EXCESSES[preset.slice(1)][1]()
    : { type: 'image', mediaBase64: PNG, hostile: lieOf(form) }
  return api('POST', `/phones/${state.phone}/messages`, { to: state.chat, ...draft })
})

onSubmit('media-fault', ({ kind, number, count, ms, to }) =>
  api('POST', '/faults', {
    kind,
    ...(number && { number }),
    ...(count && { count: Number(count) }),
    ...(ms && { ms: Number(ms) }),
    ...(kind === 'media-redirect' && { to }),
  }),
)

$('hostile-dialog').querySelector('select').addEventListener('change', fillIn)
