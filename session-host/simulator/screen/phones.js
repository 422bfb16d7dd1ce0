// The list of phones.

import { $, fill, item } from './dom.js'
import { state } from './state.js'

export function drawPhones() {
  $('phones-empty').hidden = state.phones.length > 0
  fill(
    $('phones'),
    state.phones.map(phone => {
      const business = state.businesses.find(one => one.number === phone.number)
      const role = business ? (business.online ? ' · conectada' : ' · desconectada') : ''
      return item({
        title: phone.name,
        detail: `${phone.number}${role}${phone.online ? '' : ' · desligado'}`,
        image: phone.picture ? `/sim/phones/${phone.number}/avatar` : undefined,
        current: phone.number === state.phone,
        dataset: { phone: phone.number },
      })
    }),
  )
}
