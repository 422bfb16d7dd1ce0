// New phones and new groups.

import { api } from './api.js'
import { choosePhone } from './choose.js'
import { onOpen, onSubmit } from './dialogs.js'
import { $, make, option } from './dom.js'
import { freeNumber } from './free-number.js'
import { state } from './state.js'

/** number that is proposed for the first customer */
const FIRST_CUSTOMER = '5511988880001'

onOpen('phone-dialog', () => {
  const { number } = $('phone-dialog').querySelector('form').elements
  number.value ||= freeNumber(FIRST_CUSTOMER, state.phones)
})

onSubmit('phone', async ({ number, name, lid, picture }) => {
  const phone = { number, name, addressing: lid ? 'lid' : 'pn', picture: Boolean(picture) }
  await choosePhone((await api('POST', '/phones', phone)).number)
})

onOpen('group-dialog', () => {
  const box = phone =>
    make(
      'label',
      { className: 'switch' },
      make('input', { type: 'checkbox', name: 'member', value: phone.number }),
      phone.name,
    )
  $('group-owner').replaceChildren(...state.phones.map(phone => option(phone.name, phone.number)))
  $('group-members').replaceChildren(...state.phones.map(box))
})

onSubmit('group', async ({ subject, owner }, form) => {
  const members = new FormData(form).getAll('member')
  await api('POST', '/groups', { subject, owner, members })
})
