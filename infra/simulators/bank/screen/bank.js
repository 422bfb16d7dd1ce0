// The bank's screen: shows every charge that the product made, and pays it.

import { $, make } from '/dom.js'

const PERIOD_MS = 2000

let seen = ''

const money = text => Number(text).toLocaleString('pt-BR', { style: 'currency', currency: 'BRL' })

async function pay(txid, value) {
  await fetch(`/sim/bank/charges/${txid}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value === undefined ? {} : { value }),
  })
  await load()
}

function entry({ txid, status, valor, solicitacaoPagador, calendario, pix }) {
  const amount = make('input', {
    type: 'number',
    min: '0.01',
    step: '0.01',
    value: valor.original,
  })
  amount.setAttribute('aria-label', `Valor a pagar da cobrança ${txid}`)
  const button = make('button', { className: 'primary', textContent: pix.length > 0 ? 'Pagar de novo' : 'Pagar' })
  const form = make('form', {}, amount, button)
  form.addEventListener('submit', event => {
    event.preventDefault()
    void pay(txid, Number(amount.value))
  })
  const came = pix.map(each => `${money(each.valor)} em ${new Date(each.horario).toLocaleString('pt-BR')}`)
  const state = status === 'CONCLUIDA' ? `Paga: ${came.join('; ')}` : 'Em aberto'
  const about = make(
    'div',
    {},
    make('b', { textContent: money(valor.original) }),
    ` ${solicitacaoPagador ?? ''}`,
    make('small', { textContent: `${state} · feita em ${new Date(calendario.criacao).toLocaleString('pt-BR')}` }),
    make('small', { textContent: txid }),
  )
  return make('li', {}, about, form)
}

async function load() {
  try {
    const charges = await (await fetch('/sim/bank/charges')).json()
    const now = JSON.stringify(charges)
    if (now !== seen) {
      seen = now
      $('charges').replaceChildren(...charges.map(entry))
      $('charges-empty').hidden = charges.length > 0
    }
    $('live').textContent = ''
  } catch {
    $('live').textContent = 'O simulador não responde.'
  }
}

await load()
setInterval(load, PERIOD_MS)
