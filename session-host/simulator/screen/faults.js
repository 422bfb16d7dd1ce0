// What goes wrong on the network, at a person's wish.

import { api } from './api.js'
import { onOpen, onSubmit } from './dialogs.js'
import { $, attempt, make, option, toast } from './dom.js'
import { state } from './state.js'

async function prepare() {
  const faults = await api('GET', '/faults')
  $('faults').replaceChildren(
    ...faults.map(({ kind, number, count }) =>
      make('li', {}, `${kind} · ${number ?? 'todas'}${count ? ` · mais ${count}×` : ''}`),
    ),
  )
  $('fault-number').replaceChildren(option('todas', ''), ...state.businesses.map(one => option(one.name, one.number)))
}

onOpen('fault-dialog', prepare)

onSubmit('fault', async ({ kind, number, count, ms }) => {
  await api('POST', '/faults', {
    kind,
    ...(number && { number }),
    ...(count && { count: Number(count) }),
    ...(ms && { ms: Number(ms) }),
  })
  toast('Falha provocada')
})

$('faults-clear').addEventListener('click', () =>
  attempt(async () => {
    await api('DELETE', '/faults')
    await prepare()
  }),
)
