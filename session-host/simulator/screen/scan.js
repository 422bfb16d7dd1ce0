// The business's handset links a client: a person pastes the text of a QR code, or types a code.

import { api } from './api.js'
import { choosePhone } from './choose.js'
import { onOpen, onSubmit } from './dialogs.js'
import { $, toast } from './dom.js'
import { freeNumber } from './free-number.js'
import { state } from './state.js'

/** number that is proposed for the first business */
const FIRST_BUSINESS = '5511900000001'

onOpen('pair-dialog', async () => {
  const waiting = await api('GET', '/waiting')
  const codes = waiting.filter(one => one.code).map(one => one.code.number)
  const { number } = $('pair-dialog').querySelector('form').elements
  number.value ||= codes[0] ?? freeNumber(FIRST_BUSINESS, [...state.businesses, ...state.phones])
  $('waiting').textContent = waiting.length
    ? `${waiting.length} cliente(s) mostrando QR code agora${codes.length ? `; código pedido para ${codes.join(', ')}` : ''}. O texto do QR traz chaves que só quem o mostra tem: copie-o da tela de conexões.`
    : 'Nenhum cliente mostra um QR code agora. Abra a conexão no sistema primeiro.'
})

onSubmit('pair', async ({ number, name, qr }) => {
  const isCode = /^\S{8}$/.test(qr.trim())
  const given = { number, ...(name && { name }) }
  const linked = isCode
    ? await api('POST', '/pair', { ...given, code: qr.trim().toUpperCase() })
    : await api('POST', '/scan', { ...given, qr })
  toast('Pareado')
  await choosePhone(linked.number)
})
