// Places and contacts, sent from their dialogs.

import { send } from './composer.js'
import { onSubmit } from './dialogs.js'

onSubmit('location', ({ latitude, longitude, text }) =>
  send({ type: 'location', latitude: Number(latitude), longitude: Number(longitude), ...(text && { text }) }),
)

onSubmit('contact', ({ name, number }) => {
  const digits = number.replace(/\D/g, '')
  const vcard = `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;waid=${digits}:+${digits}\nEND:VCARD`
  return send({ type: 'contact', text: name, vcard })
})
