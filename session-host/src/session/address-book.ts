import {
  ADDRESS_BOOK_LIMITS,
  ADDRESS_BOOK_PREFIX,
  type AddressBookEntry,
  addressBookRow,
  packEntries,
  unpackEntries,
} from '@balcao/shared/events/address-book.ts'
import { cutText, wellFormed } from '@balcao/shared/rules/cut-text.ts'
import { type BaileysEventMap, type BinaryNode, type Contact, getBinaryNodeChild } from '@whiskeysockets/baileys'
import type { AuthState } from '../keys/auth-state.ts'
import { errorName, type Log } from '../log.ts'
import { numberDigits, peerOf } from '../mapping/jid.ts'
import type { LiveSocket } from '../socket/live-socket.ts'
import type { FencedItems } from '../table/fenced-items.ts'
import type { MetaStore } from './meta.ts'

/** Collection of settings in which a phone shares its owner's saved contacts (`contactAction`). */
const COLLECTION = 'critical_unblock_low'

export type AddressBookParts = {
  connectionId: string
  items: Pick<FencedItems, 'list' | 'put'>
  meta: MetaStore
  log: Log
}

/**
 * Keeps the phone's address book: names and numbers that it shares with its linked clients at
 * linking and on changes, and, where nothing better is known, the names of chats in the history.
 * Stored contacts do not stay in memory. Contacts that could not be stored, because the host died
 * or the table was unavailable, are fetched again when the socket opens next: until then the `meta`
 * row does not say that the book is stored. A contact that is deleted from the address book stays
 * known; Baileys does not report it separately.
 */
export class AddressBook {
  readonly #parts: AddressBookParts
  readonly #saved = new Map<string, string>()
  readonly #inChats = new Map<string, string>()
  #round: Promise<void> = Promise.resolve()
  /** Changes that the phone announced. */
  #announced = 0

  constructor(parts: AddressBookParts) {
    this.#parts = parts
  }

  /** Takes the phone's saved contacts from a block of events. Nothing waits for it. */
  take(events: Partial<BaileysEventMap>): void {
    const history = events['messaging-history.set']?.contacts
    const upserts = events['contacts.upsert']
    if (history) note(this.#inChats, history)
    if (upserts) note(this.#saved, upserts)
    if (upserts || (history && this.#inChats.size > 0)) void this.#store(upserts !== undefined)
  }

  /** Listens for the changes that the phone announces, before they are fetched. */
  follow(live: LiveSocket): void {
    live.socket.ws.on('CB:notification,type:server_sync', (node: BinaryNode) => {
      if (getBinaryNodeChild(node, 'collection')?.attrs.name !== COLLECTION) return
      this.#announced++
      // This is written before Baileys asks for the change.
      this.#parts.meta.keep({ book: false }).catch(() => undefined)
    })
  }

  /** Fetches the book through an opened socket, unless it is stored. Nothing waits for it. */
  opened(live: LiveSocket, auth: AuthState): void {
    const { connectionId, log } = this.#parts
    this.#catchUp(live, auth).catch(error =>
      log.warn({ connectionId, error: errorName(error) }, 'no address book was fetched'),
    )
  }

  /** Resolves when the contacts taken so far are stored, or could not be. */
  settled(): Promise<void> {
    return this.#round
  }

  async #catchUp(live: LiveSocket, auth: AuthState): Promise<void> {
    if ((await this.#parts.meta.read()).book || !auth.creds.myAppStateKeyId) return
    await auth.keys.set({ 'app-state-sync-version': { [COLLECTION]: null } })
    await live.socket.resyncAppState([COLLECTION], false)
    live.socket.ev.flush()
    await this.#store(true)
  }

  /** Writes the taken contacts, one round at a time; a failure is repaired at the next opening. */
  #store(whole: boolean): Promise<void> {
    const { connectionId, meta, log } = this.#parts
    const upTo = this.#announced
    this.#round = this.#round
      .then(async () => {
        await this.#write()
        if (whole && upTo === this.#announced) await meta.keep({ book: true })
      })
      .catch(error => log.warn({ connectionId, error: errorName(error) }, 'the address book was not stored'))
    return this.#round
  }

  async #write(): Promise<void> {
    if (this.#saved.size === 0 && this.#inChats.size === 0) return
    const { items } = this.#parts
    const rows = new Map<string, Map<string, string>>()
    let count = 0
    for (const { name, value } of await items.list(ADDRESS_BOOK_PREFIX)) {
      const row = new Map(unpackEntries(value).map(entry => [entry.number, entry.name]))
      rows.set(name, row)
      count += row.size
    }
    const changed = new Set<string>()
    const enter = (number: string, name: string, better: boolean) => {
      const at = addressBookRow(number)
      const row = rows.get(at) ?? new Map<string, string>()
      const before = row.get(number)
      if (before === name || (before !== undefined && !better)) return
      if (before === undefined && count >= ADDRESS_BOOK_LIMITS.entries) return
      if (before === undefined) count++
      rows.set(at, row.set(number, name))
      changed.add(at)
    }
    const [named, met] = [[...this.#saved], [...this.#inChats]]
    for (const [number, name] of named) enter(number, name, true)
    for (const [number, name] of met) enter(number, name, false)
    for (const at of changed) {
      const entries = [...rows.get(at)!].map(([number, name]): AddressBookEntry => ({ number, name }))
      await items.put(at, packEntries(entries))
    }
    // Contacts that came meanwhile are for the next round.
    for (const [number, name] of named) if (this.#saved.get(number) === name) this.#saved.delete(number)
    for (const [number] of met) this.#inChats.delete(number)
  }
}

function note(into: Map<string, string>, contacts: readonly Partial<Contact>[]): void {
  for (const { id, phoneNumber, name } of contacts) {
    const number = numberDigits(peerOf(phoneNumber, id).number ?? '')
    const called = cutText(wellFormed((name ?? '').replace(/\s+/g, ' ').trim()), ADDRESS_BOOK_LIMITS.name)
    // A chat without a name has its number as its name.
    if (!number || !/[^\d\s()+.-]/.test(called)) continue
    if (into.size < ADDRESS_BOOK_LIMITS.entries) into.set(number, called)
  }
}
