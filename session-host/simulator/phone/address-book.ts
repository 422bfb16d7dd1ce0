import type { Network } from '../network/network.ts'
import type { AddressBookEntry } from '../types.ts'
import { newStanzaId, seconds, toPn } from '../wire/stanza.ts'
import { addPatches, appStateVersion, type Change, COLLECTION } from './app-state.ts'
import type { Phone } from './phone.ts'

/** Returns the contacts that the owner saved, by number. */
export function addressBook(network: Network, phone: Phone): AddressBookEntry[] {
  const kept = network.store.getKey(phone.number, 'app-state', 'book')
  return kept ? JSON.parse(kept) : []
}

/**
 * Replaces the owner's address book. A handset shares changes with its linked clients; a newly
 * linked client gets the earlier contacts with its first query.
 */
export function setAddressBook(network: Network, phone: Phone, entries: readonly AddressBookEntry[]): void {
  const { store } = network
  const before = new Map(addressBook(network, phone).map(({ number, name }) => [number, name]))
  const after = new Map(entries.map(({ number, name }) => [number, name]))
  const indexOf = (number: string) => ['contact', toPn(number)]
  const changes: Change[] = []
  for (const number of before.keys()) if (!after.has(number)) changes.push({ index: indexOf(number) })
  for (const [number, name] of after) {
    if (before.get(number) === name) continue
    const lidJid = network.phones.get(number)?.lid
    const contactAction = { fullName: name, firstName: name.split(' ')[0]!, ...(lidJid ? { lidJid } : {}) }
    changes.push({ index: indexOf(number), value: { contactAction } })
  }
  store.tx(() => {
    const sorted = [...after]
      .map(([number, name]) => ({ number, name }))
      .toSorted((a, b) => (a.number < b.number ? -1 : 1))
    store.setKey(phone.number, 'app-state', 'book', JSON.stringify(sorted))
    addPatches(store, phone.number, changes)
  })
  network.changed(phone)
  if (changes.length === 0) return
  const version = String(appStateVersion(store, phone.number))
  network.deliver(
    phone.devices.map(device => ({
      device,
      node: {
        tag: 'notification',
        attrs: { id: newStanzaId(), from: phone.pn, type: 'server_sync', t: seconds() },
        content: [{ tag: 'collection', attrs: { name: COLLECTION, version } }],
      },
    })),
  )
}
