// The screen of the Cloud API: numbers of the business, its customers' phones, templates and faults.

import { call, phoneText } from '/cloud-call.js'
import { drawNumber, loadNumbers, numberEntries, QUALITIES } from '/cloud-number.js'
import { drawPhone, leavePhone, loadMessages } from '/cloud-phone.js'
import { number, people, person, state } from '/cloud-state.js'
import { drawTemplate, loadTemplates, templateEntries } from '/cloud-templates.js'
import { $, attempt, fill, make } from '/dom.js'

const PERIOD_MS = 1000

const show = view => {
  $('main').dataset.view = view
}

/** Returns an entry of the lists. */
function entry({ title, note, pill, pillTitle = '', pillClass = '', isCurrent, choose }, then) {
  const button = make(
    'button',
    { type: 'button', className: 'item' },
    make('span', {}, make('b', {}, title), make('small', {}, note)),
    pill ? make('span', { className: `pill ${pillClass}`, title: pillTitle }, pill) : '',
  )
  if (isCurrent) button.setAttribute('aria-current', 'true')
  button.addEventListener('click', () => {
    choose()
    then()
  })
  return make('li', {}, button)
}

const personEntries = () =>
  people().map(({ from, name, isOpen, isTyping, unread, lastAt }) => ({
    title: name === from ? phoneText(from) : name,
    note: isTyping
      ? 'a empresa está digitando…'
      : lastAt
        ? `${phoneText(from)} · ${isOpen ? 'janela aberta' : 'janela fechada'}`
        : phoneText(from),
    pill: unread ? String(unread) : undefined,
    isCurrent: from === state.from,
    choose() {
      if (state.from !== from) leavePhone()
      state.from = from
    },
  }))

const ENTRIES = { people: personEntries, templates: templateEntries, number: numberEntries }
const EMPTY = { people: 'Nenhum cliente ainda.', templates: 'Nenhum modelo.', number: '' }
let drawn = ''

function drawNumbers() {
  $('numbers-empty').hidden = state.numbers.length > 0
  fill(
    $('numbers'),
    state.numbers.map(({ phoneNumberId, name, phone, quality, webhook, removed }) =>
      entry(
        {
          title: name,
          note: `${phoneText(phone)} · ${removed ? 'removido' : webhook ? 'conectado' : 'não conectado'}`,
          pill: QUALITIES[quality],
          pillTitle: `Qualidade ${QUALITIES[quality]}`,
          pillClass: `status ${quality.toLowerCase()}`,
          isCurrent: phoneNumberId === state.phoneNumberId,
          choose: () => choose(phoneNumberId),
        },
        () => {
          show('chats')
          void load()
        },
      ),
    ),
  )
  const chosen = $('account-choice').value
  const accounts = new Map(state.numbers.map(({ businessAccountId, name }) => [businessAccountId, name]))
  $('account-choice').replaceChildren(
    make('option', { value: '' }, 'uma conta nova'),
    ...[...accounts].map(([value, name]) =>
      make('option', { value, selected: value === chosen }, `a mesma de ${name}`),
    ),
  )
}

function choose(phoneNumberId) {
  if (state.phoneNumberId === phoneNumberId) return
  leavePhone()
  Object.assign(state, {
    phoneNumberId,
    from: undefined,
    templateId: undefined,
    accessToken: undefined,
    people: [],
    templates: [],
  })
}

/** Draws everything but the messages, when it changed. */
function draw(isForced = false) {
  const { phoneNumberId, tab, from, templateId, panel } = state
  const text = JSON.stringify([
    state.numbers,
    people(),
    state.templates,
    state.faults,
    phoneNumberId,
    tab,
    from,
    templateId,
    panel,
  ])
  if (text === drawn && !isForced) return
  drawn = text
  drawNumbers()
  const chosen = number()
  $('tabs').hidden = !chosen
  $('side').hidden = !chosen
  $('chosen-title').textContent = chosen?.name ?? 'Escolha um número'
  if (!chosen) {
    $('phone').hidden = true
    $('detail').replaceChildren()
    $('talk-title').textContent = 'Simulador da Cloud API'
    return
  }
  for (const button of $('tabs').children) button.setAttribute('aria-pressed', String(button.dataset.tab === tab))
  $('side').setAttribute('aria-labelledby', `tab-${tab}`)
  const entries = ENTRIES[tab]()
  fill(
    $('side-list'),
    entries.map(each =>
      entry(each, () => {
        show('talk')
        draw(true)
        void attempt(loadMessages)
      }),
    ),
  )
  $('side-empty').hidden = entries.length > 0
  $('side-empty').textContent = EMPTY[tab]
  $('new-person').hidden = tab !== 'people'
  $('template-settings').hidden = tab !== 'templates'
  $('auto-approve').checked = chosen.autoApprove
  $('detail').hidden = tab === 'people'
  drawPhone()
  if (tab === 'templates') drawTemplate(isForced)
  if (tab === 'number') drawNumber(isForced)
}

async function load() {
  try {
    await loadNumbers()
    if (!number()) choose(state.numbers[0]?.phoneNumberId)
    const { phoneNumberId } = state
    if (phoneNumberId) {
      const found = await call('GET', `${phoneNumberId}/people`)
      if (phoneNumberId === state.phoneNumberId) state.people = found
      const isKnown = each => each.phoneNumberId === phoneNumberId && found.some(({ from }) => from === each.from)
      state.strangers = state.strangers.filter(each => !isKnown(each))
      await loadTemplates()
      if (!person()) state.from = people()[0]?.from
    }
    draw()
    await loadMessages()
    $('live').textContent = ''
  } catch {
    $('live').textContent = 'O simulador não responde.'
  }
}

const submit = (id, run) =>
  $(id).addEventListener('submit', event => {
    event.preventDefault()
    void attempt(async () => {
      await run(Object.fromEntries(new FormData(event.target)))
      event.target.reset()
      await load()
      draw(true)
    })
  })

submit('new-number', async ({ name, phone, businessAccountId }) => {
  const made = await call('POST', 'numbers', { name, phone, ...(businessAccountId ? { businessAccountId } : {}) })
  choose(made.phoneNumberId)
  Object.assign(state, { tab: 'number', panel: 'access', accessToken: made.accessToken })
  show('talk')
})
submit('new-person', async ({ name, from }) => {
  const digits = from.replace(/\D/g, '')
  if (digits.length < 8) throw new Error('Escreva o número com código do país e DDD.')
  leavePhone()
  state.strangers.push({ phoneNumberId: state.phoneNumberId, from: digits, name, unread: 0, lastAt: 0, isOpen: false })
  state.from = digits
  show('talk')
})

$('tabs').addEventListener('click', event => {
  const { tab } = event.target.closest('button')?.dataset ?? {}
  if (!tab) return
  state.tab = tab
  draw(true)
  void attempt(loadMessages)
})
for (const back of document.querySelectorAll('.back')) back.addEventListener('click', () => show(back.dataset.view))

await load()
draw(true)
setInterval(load, PERIOD_MS)
