// The mailboxes' screen: one per address. Shows an e-mail as text, or as HTML in a frame without
// scripts.

import { $ } from '/dom.js'
import { entry } from '/entry.js'

const PERIOD_MS = 2000

let emails = []
let box
let open
let asHtml = true

const when = at => new Date(at).toLocaleString('pt-BR')

function render() {
  const boxes = [...new Set(emails.map(({ to }) => to).reverse())]
  box ??= boxes[0]
  $('boxes-empty').hidden = boxes.length > 0
  $('boxes').replaceChildren(
    ...boxes.map(to => {
      const count = emails.filter(each => each.to === to).length
      return entry(to, count === 1 ? '1 mensagem' : `${count} mensagens`, to === box, () => {
        box = to
        open = undefined
        render()
      })
    }),
  )
  const mine = emails.filter(({ to }) => to === box).reverse()
  open = mine.some(({ id }) => id === open) ? open : mine[0]?.id
  $('emails').replaceChildren(
    ...mine.map(({ id, subject, at }) =>
      entry(subject, when(at), id === open, () => {
        open = id
        render()
      }),
    ),
  )
  show(mine.find(({ id }) => id === open))
}

function show(email) {
  $('email').hidden = !email
  if (!email) return
  $('email-title').textContent = email.subject
  $('email-meta').textContent = `De ${email.from} para ${email.to}, ${when(email.at)}`
  $('as-html').setAttribute('aria-pressed', String(asHtml))
  $('as-text').setAttribute('aria-pressed', String(!asHtml))
  $('html').hidden = !asHtml
  $('text').hidden = asHtml
  $('text').textContent = email.text
  const source = `/sim/mail/${email.id}/html`
  if ($('html').getAttribute('src') !== source) $('html').setAttribute('src', source)
}

for (const [id, html] of [
  ['as-html', true],
  ['as-text', false],
])
  $(id).addEventListener('click', () => {
    asHtml = html
    render()
  })

async function load() {
  try {
    const response = await fetch('/sim/mail')
    const found = await response.json()
    if (found.at(-1)?.id !== emails.at(-1)?.id || found.length !== emails.length) {
      emails = found
      render()
    }
    $('live').textContent = ''
  } catch {
    $('live').textContent = 'O simulador não responde.'
  }
}

render()
await load()
setInterval(load, PERIOD_MS)
