// The dialogs: a button with `data-open` opens one; submitting a form with `data-submit` runs its
// action and closes it.

import { $, attempt } from './dom.js'
import { refreshPhones, refreshTalk } from './refresh.js'

const PREPARE = new Map()
const SUBMIT = new Map()

/** fills a dialog when it opens, by its id; an error keeps it closed */
export const onOpen = (id, prepare) => PREPARE.set(id, prepare)

/** actions of forms, by their `data-submit`; an error or the answer `stay` keeps the dialog open */
export const onSubmit = (name, submit) => SUBMIT.set(name, submit)

document.addEventListener('click', event => {
  const button = event.target instanceof Element ? event.target.closest('button') : undefined
  if (button?.dataset.open) {
    const { open } = button.dataset
    attempt(async () => {
      await PREPARE.get(open)?.()
      $(open).showModal()
    })
  }
  if (button && 'close' in button.dataset) button.closest('dialog').close()
})

for (const form of document.querySelectorAll('form[data-submit]')) {
  form.addEventListener('submit', event => {
    event.preventDefault()
    attempt(async () => {
      const done = await SUBMIT.get(form.dataset.submit)(Object.fromEntries(new FormData(form)), form)
      if (done !== 'stay') form.closest('dialog').close()
      form.reset()
      await refreshPhones()
      await refreshTalk()
    })
  })
}
