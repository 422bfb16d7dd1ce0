// The mailboxes' screen: one per address. Shows an e-mail as text, or as HTML in a frame without
// scripts.

const $ = id => document.getElementById(id)
const PERIOD_MS = 2000

let letters = []
let box
let open
let asHtml = true

const entry = (title, note, chosen, choose) => {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'item' })
  if (chosen) button.setAttribute('aria-current', 'true')
  const text = document.createElement('span')
  text.append(
    Object.assign(document.createElement('b'), { textContent: title }),
    Object.assign(document.createElement('small'), { textContent: note }),
  )
  button.append(text)
  button.addEventListener('click', choose)
  const item = document.createElement('li')
  item.append(button)
  return item
}

const when = at => new Date(at).toLocaleString('pt-BR')

function render() {
  const boxes = [...new Set(letters.map(({ to }) => to).reverse())]
  box ??= boxes[0]
  $('boxes-empty').hidden = boxes.length > 0
  $('boxes').replaceChildren(
    ...boxes.map(to => {
      const count = letters.filter(each => each.to === to).length
      return entry(to, count === 1 ? '1 mensagem' : `${count} mensagens`, to === box, () => {
        box = to
        open = undefined
        render()
      })
    }),
  )
  const mine = letters.filter(({ to }) => to === box).reverse()
  open = mine.some(({ id }) => id === open) ? open : mine[0]?.id
  $('letters').replaceChildren(
    ...mine.map(({ id, subject, at }) =>
      entry(subject, when(at), id === open, () => {
        open = id
        render()
      }),
    ),
  )
  show(mine.find(({ id }) => id === open))
}

function show(letter) {
  $('letter').hidden = !letter
  if (!letter) return
  $('letter-title').textContent = letter.subject
  $('letter-meta').textContent = `De ${letter.from} para ${letter.to}, ${when(letter.at)}`
  $('as-html').setAttribute('aria-pressed', String(asHtml))
  $('as-text').setAttribute('aria-pressed', String(!asHtml))
  $('html').hidden = !asHtml
  $('text').hidden = asHtml
  $('text').textContent = letter.text
  const source = `/sim/mail/${letter.id}/html`
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
    if (found.at(-1)?.id !== letters.at(-1)?.id || found.length !== letters.length) {
      letters = found
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
