// The bots' screen: shows the calls and answers of each, and sets its next replies. Everything is
// shown as text.

import { $, make } from '/dom.js'

const PERIOD_MS = 2000

let bots = []
let chosen
let calls = []
let seen = ''

const bot = () => bots.find(({ name }) => name === chosen) ?? bots[0]

function renderBots() {
  chosen ??= bots[0]?.name
  $('bots').replaceChildren(
    ...bots.map(({ name, title, asked, replies }) => {
      const button = make('button', { type: 'button', className: 'item' })
      if (name === chosen) button.setAttribute('aria-current', 'true')
      const text = make('span', {})
      const note = `${asked === 1 ? '1 chamada' : `${asked} chamadas`} · ${replies.length} por responder`
      text.append(make('b', { textContent: title }), make('small', { textContent: note }))
      button.append(text)
      button.addEventListener('click', () => {
        chosen = name
        renderBots()
        fill()
        void load()
      })
      const item = make('li', {})
      item.append(button)
      return item
    }),
  )
}

/**
 * Fills the form with the bot's state; only when a bot is chosen, so that no typed text is lost.
 */
function fill() {
  const { url, replies, fail, delayMs, jsonContent } = bot()
  $('url').textContent = url
  $('account-line').hidden = !jsonContent
  $('replies').value = replies
    .map(reply => (typeof reply === 'string' ? reply : JSON.stringify(reply, null, 1)))
    .join('\n\n')
  $('fail').value = fail === true ? 'todas' : String(fail)
  $('delay').value = String(delayMs)
  $('saved').textContent = ''
}

function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

function renderCalls() {
  $('calls-empty').hidden = calls.length > 0
  $('calls').replaceChildren(
    ...[...calls].reverse().map(({ at, method, url, body, answer }) => {
      const item = make('li', {})
      const where = new URL(url).pathname
      const details = make('details', {})
      details.append(
        make('summary', {
          textContent: `${new Date(at).toLocaleTimeString('pt-BR')} ${method} ${where} · ${answer ? answer.status : '…'}`,
        }),
        make('pre', { textContent: pretty(body) }),
        make('pre', { textContent: answer ? pretty(answer.body) : '' }),
      )
      item.append(details)
      return item
    }),
  )
}

const parsed = text => {
  try {
    return /^[[{]/.test(text) ? JSON.parse(text) : text
  } catch {
    return text
  }
}

$('script').addEventListener('submit', async event => {
  event.preventDefault()
  const replies = $('replies')
    .value.split(/\n\s*\n/)
    .map(text => text.trim())
    .filter(Boolean)
    .map(parsed)
  const fail = $('fail').value.trim() === 'todas' ? true : Number($('fail').value) || 0
  const response = await fetch(`/sim/bots/${bot().name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ replies, fail, delayMs: Number($('delay').value) || 0 }),
  })
  $('saved').textContent = response.ok ? 'Guardado.' : 'Não foi guardado.'
  await load()
})

$('account').addEventListener('click', async () => {
  await navigator.clipboard.writeText(bot().jsonContent)
  $('saved').textContent = 'Copiada.'
})

async function load() {
  try {
    bots = await (await fetch('/sim/bots')).json()
    const isFirst = chosen === undefined
    renderBots()
    if (isFirst) fill()
    const found = await (await fetch(`/sim/bots/${chosen}/calls`)).json()
    const mark = `${chosen} ${JSON.stringify(found.map(({ at, answer }) => [at, answer?.status]))}`
    if (mark !== seen) {
      calls = found
      seen = mark
      renderCalls()
    }
    $('live').textContent = ''
  } catch {
    $('live').textContent = 'O simulador não responde.'
  }
}

await load()
setInterval(load, PERIOD_MS)
