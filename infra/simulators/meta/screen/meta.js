// The screen of Facebook and Instagram: pages, the customers who write to them, and their messages.

import { $ } from '/dom.js'
import { entry } from '/entry.js'

const PERIOD_MS = 1500

let pages = []
let customers = []
/** Customers with a name who have written nothing yet. */
let strangers = []
let account
let customer
let shown = ''

const call = async (method, path, body) => {
  const response = await fetch(`/sim/meta${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  return response.json()
}

const accounts = () =>
  pages.flatMap(({ pageId, name, instagramId, username, subscribed }) => [
    { id: pageId, title: name, note: subscribed ? 'Facebook · conectada' : 'Facebook · não conectada' },
    ...(instagramId
      ? [
          {
            id: instagramId,
            title: `@${username}`,
            note: subscribed ? 'Instagram · conectada' : 'Instagram · não conectada',
          },
        ]
      : []),
  ])

const mine = () => [...customers, ...strangers].filter(({ accountId }) => accountId === account)

function render() {
  const all = accounts()
  account ??= all[0]?.id
  $('accounts-empty').hidden = all.length > 0
  $('accounts').replaceChildren(
    ...all.map(({ id, title, note }) =>
      entry(title, note, id === account, () => {
        account = id
        customer = undefined
        render()
      }),
    ),
  )
  const people = mine()
  if (!people.some(({ id }) => id === customer)) customer = people[0]?.id
  $('customers-empty').hidden = people.length > 0
  $('customers').replaceChildren(
    ...people.map(({ id, name, seenAt, typing }) =>
      entry(name, typing ? 'a página está digitando…' : seenAt ? 'a página viu' : id, id === customer, () => {
        customer = id
        render()
        void loadTalk()
      }),
    ),
  )
  $('talk').hidden = !customer
  $('talk-title').textContent = people.find(({ id }) => id === customer)?.name ?? ''
}

function bubble({ text, media, fromCustomer, deleted, at, read }) {
  const item = document.createElement('li')
  if (!fromCustomer) item.className = 'page'
  if (media?.type === 'image')
    item.append(Object.assign(document.createElement('img'), { src: media.url, alt: 'Imagem' }))
  else if (media)
    item.append(Object.assign(document.createElement('a'), { href: media.url, textContent: `Arquivo (${media.type})` }))
  item.append(deleted ? '(apagada)' : text)
  const state = fromCustomer ? '' : read ? ' · lida' : ''
  item.append(
    Object.assign(document.createElement('small'), { textContent: new Date(at).toLocaleTimeString('pt-BR') + state }),
  )
  return item
}

async function loadTalk() {
  if (!account || !customer) return
  const found = await call('GET', `/${account}/messages?from=${customer}`)
  if (!Array.isArray(found)) return
  const state = JSON.stringify([customer, found])
  if (state === shown) return
  shown = state
  $('messages').replaceChildren(...found.map(bubble))
  $('messages').scrollTop = $('messages').scrollHeight
}

async function load() {
  try {
    const found = await call('GET', '/pages')
    const changed = JSON.stringify(found) !== JSON.stringify({ pages, customers })
    pages = found.pages
    customers = found.customers
    strangers = strangers.filter(
      each => !customers.some(({ id, accountId }) => id === each.id && accountId === each.accountId),
    )
    if (changed) render()
    await loadTalk()
    $('live').textContent = ''
  } catch {
    $('live').textContent = 'O simulador não responde.'
  }
}

const bytesOf = file =>
  new Promise(resolve => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result.split(',')[1])
    reader.readAsDataURL(file)
  })

const submit = (id, run) =>
  $(id).addEventListener('submit', async event => {
    event.preventDefault()
    await run(event.target)
    event.target.reset()
    await load()
  })

submit('new-page', async ({ elements }) => {
  const made = await call('POST', '/pages', { name: elements.name.value, instagram: elements.instagram.checked })
  account = made.pageId
})
submit('new-customer', async ({ elements }) => {
  if (!account) return
  customer = String(Date.now())
  strangers.push({ id: customer, accountId: account, name: elements.name.value })
  render()
})
submit('write', async ({ elements }) => {
  const [file] = elements.file.files
  const text = elements.text.value
  if (!text && !file) return
  await call('POST', `/${account}/messages`, {
    from: customer,
    name: mine().find(({ id }) => id === customer)?.name,
    ...(text ? { text } : {}),
    ...(file ? { mediaBase64: await bytesOf(file), mimetype: file.type || 'application/octet-stream' } : {}),
  })
})
$('read').addEventListener('click', () => void call('POST', `/${account}/read`, { from: customer }))

await load()
render()
setInterval(load, PERIOD_MS)
