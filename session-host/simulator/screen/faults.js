// What goes wrong on the network, at a person's wish.

import { api } from './api.js'
import { onOpen, onSubmit } from './dialogs.js'
import { $, attempt, make, option, toast } from './dom.js'
import { state } from './state.js'

/** what each fault does, and what its milliseconds are */
const ABOUT = {
  drop: 'A conexão da empresa cai e volta. O que chegar nesse tempo é entregue depois.',
  'half-open': 'A conexão parece aberta e nada passa. Milissegundos: quanto dura.',
  latency: 'Tudo o que passa demora mais. Milissegundos: quanto cada parte espera.',
  duplicate: 'Cada mensagem chega duas vezes. O sistema deve mostrar uma.',
  reorder: 'Mensagens chegam em outra ordem. Milissegundos: quanto uma é segurada.',
  reject: 'O WhatsApp recusa o que a empresa envia.',
  undecryptable: 'A mensagem chega e não pode ser lida; o sistema pede de novo.',
  restart: 'O WhatsApp manda reconectar, como depois de parear.',
  replace: 'Outro programa usa a mesma conexão, e esta é encerrada.',
  unavailable: 'O WhatsApp está fora do ar por um tempo.',
  outdated: 'O WhatsApp não aceita mais a versão do sistema.',
  logout: 'O celular desconecta este aparelho: só um novo QR code o traz de volta.',
}

const kinds = $('fault-dialog').querySelector('select')
const explain = () => {
  $('fault-about').textContent = ABOUT[kinds.value]
}
kinds.addEventListener('change', explain)

const nameOfKind = kind => [...document.querySelectorAll('option')].find(({ value }) => value === kind)?.text ?? kind

async function prepare() {
  explain()
  const faults = await api('GET', '/faults')
  $('faults').replaceChildren(
    ...faults.map(({ kind, number, count }) =>
      make('li', {}, `${nameOfKind(kind)} · ${number ?? 'todas'}${count ? ` · mais ${count}×` : ''}`),
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
