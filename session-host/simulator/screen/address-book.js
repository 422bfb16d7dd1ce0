// The address book of a business's handset: linked clients get it at linking, and its changes.

import { api } from './api.js'
import { onOpen, onSubmit } from './dialogs.js'
import { $, attempt, make } from './dom.js'
import { nameOf, state } from './state.js'

const path = () => `/phones/${state.phone}/address-book`
let entries = []

function draw() {
  $('book-owner').textContent = `De ${nameOf(state.phone)}`
  $('book-empty').hidden = entries.length > 0
  $('book').replaceChildren(...entries.map(row))
}

function row({ number, name }) {
  const gone = make('button', { type: 'button', ariaLabel: `Excluir ${name}` }, '×')
  gone.addEventListener('click', () => attempt(() => keep(entries.filter(entry => entry.number !== number))))
  const change = make('button', { type: 'button', ariaLabel: `Alterar ${name}` }, 'Alterar')
  change.addEventListener('click', () => {
    const form = $('book-form')
    form.elements.number.value = number
    form.elements.name.value = name
    form.elements.name.focus()
  })
  return make('li', {}, make('span', {}, make('b', {}, name), make('small', {}, number)), change, gone)
}

async function keep(next) {
  entries = await api('PUT', path(), next)
  draw()
}

onOpen('book-dialog', async () => {
  entries = await api('GET', path())
  draw()
})

/** saves a contact, or renames the one with that number; the dialog stays for the next one */
onSubmit('book', async ({ number, name }, form) => {
  await keep([...entries.filter(entry => entry.number !== number), { number, name }])
  form.elements.number.focus()
  return 'stay'
})
