// The push service's screen: the subscribed browsers, and their pushes as they read them.

import { $, make } from '/dom.js'

const PERIOD_MS = 2000

const entry = (title, note) =>
  make('li', {}, make('span', { className: 'item' }, make('b', {}, title), make('small', {}, note)))

function render({ subscriptions, arrived }) {
  $('browsers-empty').hidden = subscriptions.length > 0
  $('arrived-empty').hidden = arrived.length > 0
  $('browsers').replaceChildren(
    ...subscriptions.map(({ id, ended }) => entry(id.slice(0, 8), ended ? 'inscrição encerrada' : 'inscrito')),
  )
  $('arrived').replaceChildren(
    ...arrived
      .map(({ id, at, ttl, topic, text }) =>
        entry(
          text ?? 'ilegível: cifrado para outro navegador',
          `${id.slice(0, 8)} · ${new Date(at).toLocaleString('pt-BR')} · TTL ${ttl} s${topic ? ` · ${topic}` : ''}`,
        ),
      )
      .reverse(),
  )
}

async function load() {
  try {
    const response = await fetch('/sim/push')
    render(await response.json())
    $('live').textContent = ''
  } catch {
    $('live').textContent = 'O simulador não responde.'
  }
}

await load()
setInterval(load, PERIOD_MS)
