// The templates of the number's account, and what Meta decides about them.

import { formatted } from '/cloud-bubble.js'
import { call } from '/cloud-call.js'
import { number, state } from '/cloud-state.js'
import { $, attempt, make } from '/dom.js'

export const STATUSES = {
  PENDING: 'em análise',
  APPROVED: 'aprovado',
  REJECTED: 'recusado',
  PAUSED: 'pausado',
  DISABLED: 'desativado',
}
const CATEGORIES = { MARKETING: 'Marketing', UTILITY: 'Utilidade', AUTHENTICATION: 'Autenticação' }
const QUALITIES = { GREEN: 'alta', YELLOW: 'média', RED: 'baixa', UNKNOWN: 'sem nota' }
const REASONS = {
  INVALID_FORMAT: 'Formato inválido',
  INCORRECT_CATEGORY: 'Categoria errada',
  TAG_CONTENT_MISMATCH: 'Idioma ou categoria não combina',
  PROMOTIONAL: 'Promocional',
  ABUSIVE_CONTENT: 'Conteúdo abusivo',
  SCAM: 'Golpe',
}

let shown = ''

const template = () => state.templates.find(({ id }) => id === state.templateId)

/** Returns the entries of the list: title, note, and what a click chooses. */
export const templateEntries = () =>
  state.templates.toReversed().map(({ id, name, language, status, category }) => ({
    title: name,
    note: `${language} · ${CATEGORIES[category]}`,
    pill: STATUSES[status],
    pillClass: `status ${status.toLowerCase()}`,
    isCurrent: id === state.templateId,
    choose() {
      state.templateId = id
    },
  }))

/** Returns a text in which each variable stands with its sample. */
function sampled(text, samples) {
  const parts = make('span', { className: 'text' })
  let at = 0
  for (const { 0: whole, 1: name, index } of text.matchAll(/\{\{\s*([a-z0-9_]+)\s*\}\}/g)) {
    parts.append(formatted(text.slice(at, index)), make('mark', { title: `{{${name}}}` }, samples[name] ?? whole))
    at = index + whole.length
  }
  parts.append(formatted(text.slice(at)))
  return parts
}

const named = (list = []) => Object.fromEntries(list.map(({ param_name, example }) => [param_name, example]))
const positional = (list = []) => Object.fromEntries(list.map((sample, i) => [i + 1, sample]))
const HEADS = { IMAGE: '🖼️ Imagem', VIDEO: '🎬 Vídeo', DOCUMENT: '📄 Documento', LOCATION: '📍 Localização' }
const SIGNS = { QUICK_REPLY: '↩', URL: '↗', PHONE_NUMBER: '☎', COPY_CODE: '⧉' }

function preview({ components }) {
  const body = make('div', { className: 'bubble' })
  const item = make('div', { className: 'message' }, body)
  for (const { type, format, text, example = {}, buttons = [] } of components) {
    const samples =
      type === 'HEADER'
        ? { ...named(example.header_text_named_params), ...positional(example.header_text) }
        : { ...named(example.body_text_named_params), ...positional(example.body_text?.[0]) }
    if (type === 'HEADER' && format !== 'TEXT') body.append(make('span', { className: 'head-media' }, HEADS[format]))
    else if (type === 'HEADER') body.append(make('b', { className: 'header' }, sampled(text, samples)))
    else if (type === 'BODY') body.append(sampled(text, samples))
    else if (type === 'FOOTER') body.append(make('small', { className: 'footer' }, text))
    else
      item.append(
        make(
          'div',
          { className: 'buttons' },
          ...buttons.map(button =>
            make(
              'span',
              { className: 'button', title: button.url ?? button.phone_number ?? '' },
              make('span', { ariaHidden: 'true' }, SIGNS[button.type]),
              button.text ?? 'Copiar código',
            ),
          ),
        ),
      )
  }
  return make('div', { className: 'paper' }, item)
}

const option = ([value, label], current) => make('option', { value, selected: value === current }, label)

function decisions(found) {
  const decide = body =>
    attempt(async () => {
      await call('POST', `templates/${found.id}`, body)
      await loadTemplates()
    })
  const button = (label, body, className = '') => {
    const made = make('button', { type: 'button', className }, label)
    made.addEventListener('click', () => decide(typeof body === 'function' ? body() : body))
    return made
  }
  const reason = make('select', { ariaLabel: 'Motivo da recusa' }, ...Object.entries(REASONS).map(each => option(each)))
  const select = (label, choices, current, body) => {
    const made = make('select', {}, ...Object.entries(choices).map(each => option(each, current)))
    made.addEventListener('change', () => decide(body(made.value)))
    return make('label', {}, label, made)
  }
  const { status } = found
  return make(
    'div',
    { className: 'decisions' },
    make(
      'div',
      { className: 'row' },
      status === 'APPROVED'
        ? ''
        : button(
            status === 'PAUSED' || status === 'DISABLED' ? 'Reativar' : 'Aprovar',
            { status: 'APPROVED' },
            'primary',
          ),
      status === 'APPROVED' ? button('Pausar', { status: 'PAUSED' }) : '',
      status === 'APPROVED' || status === 'PAUSED' ? button('Desativar', { status: 'DISABLED' }) : '',
    ),
    status === 'PENDING' || status === 'APPROVED'
      ? make(
          'div',
          { className: 'row' },
          make('label', {}, 'Motivo', reason),
          button('Recusar', () => ({ status: 'REJECTED', reason: reason.value }), 'danger'),
        )
      : '',
    make(
      'div',
      { className: 'row' },
      select('Qualidade', QUALITIES, found.quality_score.score, quality => ({ quality })),
      select('Categoria', CATEGORIES, found.category, category => ({ category })),
    ),
  )
}

/** Draws the chosen template, when it changed. */
export function drawTemplate(isForced) {
  const found = template()
  const text = JSON.stringify([state.phoneNumberId, found])
  if (text === shown && !isForced) return
  shown = text
  $('talk-title').textContent = found ? found.name : 'Escolha um modelo'
  $('detail').replaceChildren(
    ...(found
      ? [
          make(
            'div',
            { className: 'detail' },
            make(
              'p',
              { className: 'note' },
              make('span', { className: `pill status ${found.status.toLowerCase()}` }, STATUSES[found.status]),
              ` ${found.language} · ${CATEGORIES[found.category]}`,
              found.rejected_reason === 'NONE' ? '' : ` · ${REASONS[found.rejected_reason] ?? found.rejected_reason}`,
            ),
            preview(found),
            decisions(found),
          ),
        ]
      : [make('p', { className: 'empty' }, 'Os modelos que o produto envia para análise aparecem ao lado.')]),
  )
}

export async function loadTemplates() {
  const chosen = number()
  if (!chosen) return
  state.templates = await call('GET', `templates?businessAccountId=${chosen.businessAccountId}`)
  if (!template()) state.templateId = undefined
}

$('auto-approve').addEventListener('change', () =>
  attempt(() => call('POST', `accounts/${number().businessAccountId}`, { autoApprove: $('auto-approve').checked })),
)
