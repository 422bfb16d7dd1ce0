// The billing systems' screen: the bills, and the settings for the product. Everything is shown as
// text.

import { $, make } from '/dom.js'

const PERIOD_MS = 2000

let systems = []
let bills = []
let chosen

const system = () => systems.find(({ name }) => name === chosen) ?? systems[0]
const money = value => value.toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })
const day = date => date.split('-').reverse().join('/')

async function post(path, body) {
  const response = await fetch(`/sim/erp/${system().name}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.ok
}

function render() {
  chosen ??= systems[0]?.name
  $('systems').replaceChildren(
    ...systems.map(({ name, title }) => {
      const button = make('button', { type: 'button', className: 'item' })
      if (name === chosen) button.setAttribute('aria-current', 'true')
      const number = bills.filter(bill => bill.system === name).length
      const text = make('span', {})
      text.append(
        make('b', { textContent: title }),
        make('small', { textContent: number === 1 ? '1 boleto' : `${number} boletos` }),
      )
      button.append(text)
      button.addEventListener('click', () => {
        chosen = name
        $('saved').textContent = ''
        $('faults').textContent = ''
        render()
      })
      const item = make('li', {})
      item.append(button)
      return item
    }),
  )
  $('settings').replaceChildren(
    ...Object.entries(system().settings).flatMap(([key, value]) => [
      make('dt', { textContent: key }),
      make('dd', { textContent: value }),
    ]),
  )
  const own = bills.filter(bill => bill.system === chosen)
  $('bills-empty').hidden = own.length > 0
  $('bills').replaceChildren(
    ...own.map(({ name, document: of, value, dueDate, state, line, pix, pdf }) => {
      const item = make('li', {})
      const has = [line && 'linha', pix && 'Pix', pdf && 'PDF'].filter(Boolean).join(', ')
      item.append(
        make('b', { textContent: `${name} · ${of}` }),
        make('span', { textContent: `${money(value)} · vence em ${day(dueDate)}${state === 'paid' ? ' · pago' : ''}` }),
        make('small', { textContent: has || 'sem linha, Pix ou PDF' }),
      )
      return item
    }),
  )
}

$('new').addEventListener('submit', async event => {
  event.preventDefault()
  const form = new FormData(event.target)
  const ok = await post('bills', {
    document: form.get('document'),
    name: form.get('name'),
    value: Number(form.get('value')),
    dueDate: form.get('dueDate'),
    state: form.has('paid') ? 'paid' : 'open',
    line: form.has('line'),
    pix: form.has('pix'),
    pdf: form.has('pdf'),
  })
  $('saved').textContent = ok ? 'Criado.' : 'Não foi criado: o CPF ou CNPJ confere?'
  await load()
})

$('fault').addEventListener('submit', async event => {
  event.preventDefault()
  const form = new FormData(event.target)
  const kind = form.get('kind')
  const ok = await post('faults', {
    kind,
    count: Number(form.get('count')),
    ...(kind === 'slow' ? { ms: 20_000 } : {}),
  })
  $('faults').textContent = ok ? 'Aplicado.' : 'Não foi aplicado.'
})

$('heal').addEventListener('click', async () => {
  await fetch(`/sim/erp/${system().name}/faults`, { method: 'DELETE' })
  $('faults').textContent = 'Normal.'
})

let seen = ''
async function load() {
  try {
    const found = await (await fetch('/sim/erp')).json()
    const mark = JSON.stringify([found.systems, found.bills])
    systems = found.systems
    bills = found.bills
    if (mark !== seen) render()
    seen = mark
    $('live').textContent = ''
  } catch {
    $('live').textContent = 'O simulador não responde.'
  }
}

$('new').elements.namedItem('dueDate').value = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
await load()
setInterval(load, PERIOD_MS)
