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

export type AddressBook = {
  /** Takes the phone's saved contacts from a block of events. Nothing waits for it. */
  take: (events: Partial<BaileysEventMap>) => void
  /** Listens for changes before they are fetched, and for an opened socket. */
  follow: (live: LiveSocket, auth: AuthState) => { opened: () => void }
  /** Resolves when the contacts taken so far are stored, or could not be. */
  settled: () => Promise<void>
}

export type AddressBookOptions = {
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
export function createAddressBook({ connectionId, items, meta, log }: AddressBookOptions): AddressBook {
  const saved = new Map<string, string>()
  const inChats = new Map<string, string>()
  let turn: Promise<void> = Promise.resolve()
  /** Changes that the phone announced. */
  let announced = 0

  /** Writes the taken contacts, one round at a time; a failure is repaired at the next opening. */
  function store(whole: boolean): Promise<void> {
    const upTo = announced
    turn = turn
      .then(async () => {
        await write()
        if (whole && upTo === announced) await meta.keep({ book: true })
      })
      .catch(error => log.warn({ connectionId, error: errorName(error) }, 'the address book was not stored'))
    return turn
  }

  async function write(): Promise<void> {
    if (saved.size === 0 && inChats.size === 0) return
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
    const [named, met] = [[...saved], [...inChats]]
    for (const [number, name] of named) enter(number, name, true)
    for (const [number, name] of met) enter(number, name, false)
    for (const at of changed) {
      const entries = [...rows.get(at)!].map(([number, name]): AddressBookEntry => ({ number, name }))
      await items.put(at, packEntries(entries))
    }
    // Contacts that came meanwhile are for the next round.
    for (const [number, name] of named) if (saved.get(number) === name) saved.delete(number)
    for (const [number] of met) inChats.delete(number)
  }

  const note = (into: Map<string, string>, contacts: readonly Partial<Contact>[]) => {
    for (const { id, phoneNumber, name } of contacts) {
      const number = numberDigits(peerOf(phoneNumber, id).number ?? '')
      const called = cutText(wellFormed((name ?? '').replace(/\s+/g, ' ').trim()), ADDRESS_BOOK_LIMITS.name)
      // A chat without a name has its number as its name.
      if (!number || !/[^\d\s()+.-]/.test(called)) continue
      if (into.size < ADDRESS_BOOK_LIMITS.entries) into.set(number, called)
    }
  }

  return {
    take(events) {
      const history = events['messaging-history.set']?.contacts
      const upserts = events['contacts.upsert']
      if (history) note(inChats, history)
      if (upserts) note(saved, upserts)
      if (upserts || (history && inChats.size > 0)) void store(upserts !== undefined)
    },
    follow(live, auth) {
      live.socket.ws.on('CB:notification,type:server_sync', (node: BinaryNode) => {
        if (getBinaryNodeChild(node, 'collection')?.attrs.name !== COLLECTION) return
        announced++
        // This is written before Baileys asks for the change.
        meta.keep({ book: false }).catch(() => undefined)
      })
      const catchUp = async () => {
        if ((await meta.read()).book || !auth.creds.myAppStateKeyId) return
        await auth.keys.set({ 'app-state-sync-version': { [COLLECTION]: null } })
        await live.socket.resyncAppState([COLLECTION], false)
        live.socket.ev.flush()
        await store(true)
      }
      return {
        opened() {
          catchUp().catch(error => log.warn({ connectionId, error: errorName(error) }, 'no address book was fetched'))
        },
      }
    },
    settled: () => turn,
  }
}
