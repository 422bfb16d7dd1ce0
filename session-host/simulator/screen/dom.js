// Making and redrawing elements. The content of a message is shown as text, never as HTML.

export const $ = id => document.getElementById(id)

export function make(tag, properties = {}, ...children) {
  const { dataset, ...rest } = properties
  const element = Object.assign(document.createElement(tag), rest)
  Object.assign(element.dataset, dataset)
  element.append(...children.filter(child => child !== undefined && child !== false && child !== ''))
  return element
}

export const option = (name, value) => make('option', { value }, name)

/** an entry of the lists of phones and chats; `dataset` says what a click on it chooses */
export function item({ title, detail, image, current, unread, dataset }) {
  const button = make(
    'button',
    { type: 'button', className: 'item', dataset },
    image ? make('img', { src: image, alt: '', width: 36, height: 36 }) : make('i', { className: 'round' }, '#'),
    make('span', {}, make('b', {}, title), make('small', {}, detail)),
    unread ? make('span', { className: 'pill', ariaLabel: `${unread} não lidas` }, String(unread)) : '',
  )
  if (current) button.setAttribute('aria-current', 'true')
  return make('li', {}, button)
}

/** redraws a list and leaves the focus where it was */
export function fill(list, items) {
  const at = [...list.children].findIndex(child => child.contains(document.activeElement))
  list.replaceChildren(...items)
  if (at >= 0) list.children[at]?.querySelector('button')?.focus()
}

let toastTimer
/** says something for five seconds */
export function toast(text) {
  clearTimeout(toastTimer)
  $('toast').textContent = text
  $('toast').hidden = false
  toastTimer = setTimeout(() => {
    $('toast').hidden = true
  }, 5000)
}

/** does something whose error a person shall read */
export const attempt = work => work().catch(error => toast(error.message))
