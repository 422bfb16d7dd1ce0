// Small menus beside a button, and a dialog that asks for some fields.

import { $, make } from '/dom.js'

const GAP = 8
let opener

/** Opens a menu of `[label, run]` beside an element; `first` are elements above it. */
export function openMenu(at, entries, first = []) {
  opener = at
  const menu = $('menu')
  menu.replaceChildren(
    ...first,
    ...entries.map(([label, run]) => {
      const button = make('button', { type: 'button', role: 'menuitem' }, label)
      button.addEventListener('click', () => {
        closeMenu()
        run()
      })
      return button
    }),
  )
  menu.showPopover()
  const near = at.getBoundingClientRect()
  const { width, height } = menu.getBoundingClientRect()
  const top = near.bottom + GAP + height > innerHeight ? near.top - height - GAP : near.bottom + GAP
  menu.style.left = `${Math.max(GAP, Math.min(near.left, innerWidth - width - GAP))}px`
  menu.style.top = `${Math.max(GAP, top)}px`
  menu.querySelector('button')?.focus()
}

export function closeMenu() {
  if (!$('menu').matches(':popover-open')) return
  $('menu').hidePopover()
  opener?.focus({ preventScroll: true })
}

document.addEventListener('pointerdown', event => {
  if (!$('menu').contains(event.target)) closeMenu()
})
document.addEventListener('keydown', event => {
  if (event.key === 'Escape') closeMenu()
})

/** Asks for fields `{ name, label, … }` of inputs; returns their values, undefined when cancelled. */
export function ask(title, fields) {
  const dialog = $('ask')
  $('ask-title').textContent = title
  $('ask-fields').replaceChildren(
    ...fields.map(({ label, ...input }) => make('label', {}, label, make('input', { required: true, ...input }))),
  )
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise(resolve =>
    dialog.addEventListener(
      'close',
      () => {
        if (dialog.returnValue !== 'ok') return resolve(undefined)
        resolve(
          Object.fromEntries([...$('ask-fields').querySelectorAll('input')].map(({ name, value }) => [name, value])),
        )
      },
      { once: true },
    ),
  )
}
$('ask-cancel').addEventListener('click', () => $('ask').close(''))
