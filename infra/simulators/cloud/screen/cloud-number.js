// What is known of a number, what Meta may do to it, and faults.

import { call, phoneText } from '/cloud-call.js'
import { number, state } from '/cloud-state.js'
import { $, attempt, make, toast } from '/dom.js'

export const QUALITIES = { GREEN: 'alta', YELLOW: 'média', RED: 'baixa', UNKNOWN: 'sem nota' }
const TIERS = ['TIER_50', 'TIER_250', 'TIER_1K', 'TIER_2K', 'TIER_10K', 'TIER_100K', 'TIER_UNLIMITED']
const TIER_TEXT = tier =>
  tier === 'TIER_UNLIMITED' ? 'sem limite' : `${tier.slice(5).replace('K', ' mil')} pessoas por dia`
const FAULTS = {
  'timeout-after-accept': 'aceita a mensagem e perde a resposta',
  fail: 'recusa a mensagem',
  rate: 'limite de envio atingido',
  'revoke-token': 'token revogado',
  duplicate: 'webhooks em dobro',
  reorder: 'webhooks fora de ordem',
}
const EVENTS = {
  DISABLED_UPDATE: 'Banir a conta',
  ACCOUNT_RESTRICTION: 'Restringir a conta',
  REINSTATED: 'Liberar a conta',
  PHONE_NUMBER_REMOVED: 'Remover o número',
  PARTNER_REMOVED: 'Remover o aplicativo',
  ACCOUNT_DELETED: 'Excluir a conta',
}
const CODES = {
  '': 'erro 500',
  131026: '131026 sem WhatsApp',
  131047: '131047 fora da janela',
  131048: '131048 limite por spam',
  131049: '131049 não entregue pela Meta',
  131053: '131053 mídia',
  131056: '131056 rápido demais para a pessoa',
  130429: '130429 rápido demais',
  132001: '132001 modelo não existe',
  132015: '132015 modelo pausado',
  368: '368 bloqueada',
}

const PANELS = {
  access: ['Dados de conexão', () => (number().webhook ? 'webhook assinado' : 'não conectado')],
  quality: ['Qualidade e limite', () => `${QUALITIES[number().quality]} · ${TIER_TEXT(number().tier)}`],
  limits: ['Ritmo de envio', () => `${number().limits.throughput} por segundo`],
  account: [
    'Conta',
    () => (number().removed ? 'número removido' : ({ banned: 'banida', locked: 'restrita' }[number().ban] ?? 'ativa')),
  ],
  faults: ['Falhas', () => (state.faults.length === 0 ? 'nenhuma' : `${state.faults.length} à espera`)],
}

/** Returns the entries of the list beside the panel. */
export const numberEntries = () =>
  Object.entries(PANELS).map(([panel, [title, note]]) => ({
    title,
    note: note(),
    isCurrent: panel === state.panel,
    choose() {
      state.panel = panel
    },
  }))

const options = (choices, current) =>
  Object.entries(choices).map(([value, label]) => make('option', { value, selected: value === current }, label))
const field = (label, input) => make('label', {}, label, input)

/** Returns a form that calls `run` with its values. */
function form(children, run, label = 'Aplicar') {
  const made = make(
    'form',
    { className: 'fields' },
    ...children,
    make('button', { type: 'submit', className: 'primary' }, label),
  )
  made.addEventListener('submit', event => {
    event.preventDefault()
    attempt(async () => {
      await run(Object.fromEntries(new FormData(made)))
      toast('Feito.')
      await loadNumbers()
      drawNumber(true)
    })
  })
  return made
}

function copyable(label, value) {
  const button = make('button', { type: 'button' }, 'Copiar')
  button.addEventListener('click', () => {
    navigator.clipboard?.writeText(value)
    toast(`${label}: copiado.`)
  })
  return make(
    'div',
    { className: 'copyable' },
    make('span', {}, make('small', {}, label), make('code', {}, value)),
    button,
  )
}

const post = (what, body) => call('POST', `${state.phoneNumberId}/${what}`, body)

function accessPanel() {
  const { phone, phoneNumberId, businessAccountId, webhook } = number()
  return [
    make('p', {}, `${phoneText(phone)} · conecte-o no produto com estes dados.`),
    copyable('Identificação do número', phoneNumberId),
    copyable('Identificação da conta (WABA)', businessAccountId),
    state.accessToken
      ? copyable('Token de acesso', state.accessToken)
      : make('p', { className: 'note' }, 'O token só é mostrado quando é gerado.'),
    form(
      [],
      async () => {
        state.accessToken = (await post('token', {})).accessToken
      },
      'Gerar um token',
    ),
    make('p', { className: 'note' }, webhook ? `Webhook: ${webhook}` : 'O produto ainda não assinou o webhook.'),
  ]
}

const qualityPanel = () => [
  form(
    [
      field('Qualidade', make('select', { name: 'quality' }, ...options(QUALITIES, number().quality))),
      field(
        'Limite',
        make(
          'select',
          { name: 'limit' },
          ...options(Object.fromEntries(TIERS.map(tier => [tier, TIER_TEXT(tier)])), number().tier),
        ),
      ),
      make('p', { className: 'note' }, 'O webhook avisa que mudou; o produto lê a qualidade de novo.'),
    ],
    values => post('quality', values),
  ),
]

const LIMITS = {
  throughput: 'Mensagens por segundo',
  burst: 'Mensagens seguidas à mesma pessoa',
  pairSeconds: 'Depois, uma a cada (segundos)',
  deliveredAfterMs: 'Entrega depois de (milissegundos)',
  batch: 'Eventos por webhook',
}

const limitsPanel = () => [
  form(
    Object.entries(LIMITS).map(([name, label]) =>
      field(
        label,
        make('input', { name, type: 'number', min: '0', step: 'any', required: true, value: number().limits[name] }),
      ),
    ),
    values => post('limits', Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]))),
  ),
]

const accountPanel = () => [
  form(
    [
      field('O que acontece', make('select', { name: 'event' }, ...options(EVENTS))),
      make('p', { className: 'note' }, 'O produto é avisado por webhook, e os envios são recusados.'),
    ],
    values => post('account', values),
  ),
]

function faultsPanel() {
  const clear = make('button', { type: 'button' }, 'Desfazer todas')
  clear.addEventListener('click', () =>
    attempt(async () => {
      await call('DELETE', 'faults')
      await loadNumbers()
      drawNumber(true)
    }),
  )
  return [
    state.faults.length === 0
      ? make('p', { className: 'note' }, 'Nenhuma falha à espera.')
      : make(
          'ul',
          { className: 'faults' },
          ...state.faults.map(({ kind, count, code, status }) =>
            make(
              'li',
              {},
              `${FAULTS[kind]}${code ? ` (${code})` : status ? ` (${status})` : ''}${count < 1e6 ? ` · ${count}×` : ' · até desfazer'}`,
            ),
          ),
          make('li', {}, clear),
        ),
    faultForm(),
  ]
}

/** Kinds of faults that meet each n-th message. */
const PACED = ['timeout-after-accept', 'fail', 'rate']

function faultForm() {
  const kinds = make('select', { name: 'kind' }, ...options(FAULTS))
  const code = field('Como recusa', make('select', { name: 'code' }, ...options(CODES, '')))
  const amount = (label, name, max) =>
    field(label, make('input', { name, type: 'number', min: '1', max, value: '1', required: true }))
  const count = amount('Quantas vezes', 'count', '10000')
  const every = amount('Uma a cada (mensagens)', 'every', '1000')
  const fit = () => {
    code.hidden = kinds.value !== 'fail'
    count.hidden = kinds.value === 'revoke-token'
    every.hidden = !PACED.includes(kinds.value)
  }
  kinds.addEventListener('change', fit)
  fit()
  return form(
    [field('Falha', kinds), code, count, every],
    values =>
      call('POST', 'faults', {
        kind: values.kind,
        ...(count.hidden ? {} : { count: Number(values.count) }),
        ...(every.hidden ? {} : { every: Number(values.every) }),
        ...(!code.hidden && values.code ? { code: Number(values.code) } : {}),
      }),
    'Provocar',
  )
}

const DRAW = {
  access: accessPanel,
  quality: qualityPanel,
  limits: limitsPanel,
  account: accountPanel,
  faults: faultsPanel,
}
let shown = ''

/** Draws the chosen panel, when what it is about changed. */
export function drawNumber(isForced) {
  const text = JSON.stringify([state.panel, number(), state.faults, state.accessToken])
  if (text === shown && !isForced) return
  shown = text
  $('talk-title').textContent = PANELS[state.panel][0]
  $('detail').replaceChildren(make('div', { className: 'detail' }, ...DRAW[state.panel]()))
}

export async function loadNumbers() {
  const [numbers, faults] = await Promise.all([call('GET', 'numbers'), call('GET', 'faults')])
  Object.assign(state, { numbers, faults })
}
