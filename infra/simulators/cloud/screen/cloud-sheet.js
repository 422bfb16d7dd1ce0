// The sheet of a list's rows, which opens over the phone.

import { $, make } from '/dom.js'

let choose
let chosen
let opener

/** Opens the rows of a message; `send` gets the chosen one. */
export function openSheet(message, send) {
  opener = document.activeElement
  choose = send
  chosen = undefined
  $('sheet-title').textContent = message.listButton
  $('sheet-send').disabled = true
  const sections = message.content.action?.sections ?? []
  $('sheet-rows').replaceChildren(
    ...sections.flatMap(({ title, rows }) => [
      title ? make('h4', {}, title) : '',
      ...rows.map(row => {
        const radio = make('input', { type: 'radio', name: 'row', value: row.id })
        radio.addEventListener('change', () => {
          chosen = row
          $('sheet-send').disabled = false
        })
        return make(
          'label',
          { className: 'sheet-row' },
          make('span', {}, make('b', {}, row.title), row.description ? make('small', {}, row.description) : ''),
          radio,
        )
      }),
    ]),
  )
  $('sheet').hidden = false
  $('sheet-rows').querySelector('input')?.focus()
}

export function closeSheet() {
  if ($('sheet').hidden) return
  $('sheet').hidden = true
  opener?.focus?.({ preventScroll: true })
}

$('sheet-close').addEventListener('click', closeSheet)
$('sheet').addEventListener('click', event => {
  if (event.target === $('sheet')) closeSheet()
})
$('sheet-send').addEventListener('click', () => {
  const row = chosen
  closeSheet()
  if (row) choose(row)
})
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') closeSheet()
})
