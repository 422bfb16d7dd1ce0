import { createHash } from 'node:crypto'
import { newPhoneIdentity, type Phone } from '../phone/phone.ts'
import { setOnline } from '../phone/presence.ts'
import type { Network } from './network.ts'

export type PhoneOptions = {
  number: string
  name?: string
  addressing?: 'pn' | 'lid'
  online?: boolean
  picture?: boolean
}

/** Adds a number or, when it exists, changes the given fields. */
export function addPhone(network: Network, options: PhoneOptions): Phone {
  const existing = network.phones.get(options.number)
  if (existing) {
    const { name, addressing, picture } = options
    Object.assign(existing.record, name && { name }, addressing && { addressing }, picture !== undefined && { picture })
    network.store.savePhone(existing.record)
    if (options.online !== undefined) setOnline(network, existing, options.online)
    network.changed(existing)
    return existing
  }
  const record = {
    number: options.number,
    lid: lidFor(options.number),
    name: options.name ?? options.number,
    addressing: options.addressing ?? 'pn',
    online: options.online ?? true,
    picture: options.picture ?? true,
    nextDevice: 1,
    nextPreKey: 1,
    identity: newPhoneIdentity(),
  }
  network.store.savePhone(record)
  const phone = network.adopt(record)
  network.changed(phone)
  return phone
}

/** Returns the phone that links a client: known, or new with the given name. */
export function phoneToLink(network: Network, number: string, name?: string): Phone {
  const known = network.phones.get(number)
  return known && !name ? known : addPhone(network, { number, name })
}

/** Derives a number's hidden identity, so that it is the same in every run of a test. */
function lidFor(number: string): string {
  const digits = createHash('sha256').update(`lid ${number}`).digest().readUIntBE(0, 6)
  return `1${String(digits).padStart(15, '0').slice(-14)}@lid`
}
