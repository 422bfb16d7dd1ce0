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
import type { AuthState } from '../auth-state.ts'
import type { FencedItems } from '../fenced-items.ts'
import { errorName, type Log } from '../log.ts'
import { numberDigits, peerOf } from '../mapping/jid.ts'
import type { LiveSocket } from './live-socket.ts'
import type { MetaStore } from './meta.ts'

/** The collection of settings in which a phone shares whom its owner saved (`contactAction`). */
const COLLECTION = 'critical_unblock_low'

export type AddressBook = {
  /** Takes whom the phone has saved from a block of events. Nothing waits for it. */
  take: (events: Partial<BaileysEventMap>) => void
  /** Hears of changes before they are fetched, and of an opened socket. */
  follow: (live: LiveSocket, auth: AuthState) => { opened: () => void }
  /** Resolves when what was taken so far is stored, or failed to be. */
  settled: () => Promise<void>
}

export type AddressBookOptions = {
  connectionId: string
  items: Pick<FencedItems, 'list' | 'put'>
  meta: MetaStore
  log: Log
}

/**
 * Keeps the phone's address book: names and numbers that it shares with its linked clients at linking and as they change, and
 * the names its chats have in the history, where nothing better is known. Nothing of it stays in memory once it is stored. What
 * could not be stored, because the host died or the table was away, is fetched anew when the socket opens next: until it is
 * stored the `meta` row does not say that it is. Who is taken out of the address book stays known; Baileys does not tell it apart.
 */
export function createAddressBook({ connectionId, items, meta, log }: AddressBookOptions): AddressBook {
  const saved = new Map<string, string>()
  const inChats = new Map<string, string>()
  let turn: Promise<void> = Promise.resolve()
  /** Changes that the phone spoke of. */
  let announced = 0

  /** Writes what was taken, in turn; a failure is made good at the next opening. */
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
    // What came meanwhile is for the next time.
    for (const [number, name] of named) if (saved.get(number) === name) saved.delete(number)
    for (const [number] of met) inChats.delete(number)
  }

  const note = (into: Map<string, string>, contacts: readonly Partial<Contact>[]) => {
    for (const { id, phoneNumber, name } of contacts) {
      const number = numberDigits(peerOf(phoneNumber, id).number ?? '')
      const called = cutText(wellFormed((name ?? '').replace(/\s+/g, ' ').trim()), ADDRESS_BOOK_LIMITS.name)
      // A chat without a name is called by its number.
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
        // On its way to the table before Baileys has asked for the change.
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
