import type { proto } from '@whiskeysockets/baileys'
import type { Draft } from '../compose-message.ts'
import { openMedia } from '../media/media-crypto.ts'
import type { Network } from '../network/network.ts'
import type { AddressBookEntry, HistoryRow } from '../types.ts'
import type { Device } from '../wire/device.ts'
import { addressBook, setAddressBook } from './address-book.ts'
import { type CallOptions, call, hangUp } from './calls.ts'
import { edit } from './edit.ts'
import { forgetSessions } from './keys.ts'
import type { Phone } from './phone.ts'
import { setOnline, setTyping, type Typing } from './presence.ts'
import { react } from './react.ts'
import { read } from './receipts.ts'
import { remove } from './remove.ts'
import { send, sendAsItIs } from './send.ts'

/** A phone in its owner's hand: what they can do with it and what they see. */
export class Handset {
  readonly #network: Network
  readonly #phone: Phone

  constructor(network: Network, phone: Phone) {
    this.#network = network
    this.#phone = phone
  }

  get number(): string {
    return this.#phone.number
  }

  get pn(): string {
    return this.#phone.pn
  }

  get lid(): string {
    return this.#phone.lid
  }

  /** the clients linked to it, if it is a business's */
  get devices(): Device[] {
    return this.#phone.devices
  }

  /** whom its owner saved */
  addressBook(): AddressBookEntry[] {
    return addressBook(this.#network, this.#phone)
  }

  /** saves these instead of whom there were; its clients hear of it */
  setAddressBook(entries: readonly AddressBookEntry[]): void {
    setAddressBook(this.#network, this.#phone, entries)
  }

  /** who types at it, by number of the business */
  get typing(): ReadonlyMap<string, string> {
    return this.#phone.typing
  }

  /** what its owner sees, oldest first */
  messages(filter: Parameters<Network['store']['messages']>[1] = {}): HistoryRow[] {
    return this.#network.store.messages(this.number, filter)
  }

  /** the first message that matches, there already or to come; rejects after `ms` */
  waitFor(match: (row: HistoryRow) => unknown, ms = 10_000): Promise<HistoryRow> {
    return new Promise((resolve, reject) => {
      const { events } = this.#network
      const stop = () => {
        clearTimeout(timer)
        events.off('changed', look)
      }
      const timer = setTimeout(() => {
        stop()
        reject(new Error(`${this.#phone.name} saw no message that matches`))
      }, ms)
      let rev = 0
      const look = (number: string) => {
        if (number !== this.number) return
        const rows = this.messages({ changedAfter: rev })
        rev = rows.reduce((highest, row) => Math.max(highest, row.rev), rev)
        const row = rows.find(match)
        if (!row) return
        stop()
        resolve(row)
      }
      events.on('changed', look)
      look(this.number)
    })
  }

  /** the decrypted attachment of a message, if it has one and its bytes are known */
  async media({ entry }: HistoryRow): Promise<Buffer | undefined> {
    const reference = entry.media
    const blob = reference && this.#network.store.getMedia(reference.path)
    if (!reference || !blob) return undefined
    // What a phone said of its medium need not be true.
    return openMedia(reference.kind, Buffer.from(reference.key, 'base64'), blob).catch(() => undefined)
  }

  /** sends to a number or a group; resolves with the message's id once it is stored and on its way */
  send(to: string, draft: Draft): Promise<string> {
    return send(this.#network, this.#phone, to, draft)
  }

  sendText(to: string, text: string, quotedId?: string): Promise<string> {
    return this.send(to, { type: 'text', text, quotedId })
  }

  /** sends whatever a modified client could put into a message */
  sendAsItIs(to: string, message: proto.IMessage): Promise<string> {
    return sendAsItIs(this.#network, this.#phone, to, message)
  }

  /** @param to the chat of a message that this phone does not have */
  edit(id: string, text: string, to?: string): Promise<void> {
    return edit(this.#network, this.#phone, id, text, to)
  }

  /** @param to the chat of a message that this phone does not have */
  remove(id: string, to?: string): Promise<void> {
    return remove(this.#network, this.#phone, id, to)
  }

  /** reacts to a message instead of what it said to it before; '' takes that back. Resolves with the reaction's id */
  react(id: string, emoji: string): Promise<string> {
    return react(this.#network, this.#phone, id, emoji)
  }

  /** reads everything unread of a chat; answers how many messages that were */
  read(chat: string, how?: 'read' | 'played'): number {
    return read(this.#network, this.#phone, chat, how)
  }

  /** shows or ends "typing…" at a business */
  setTyping(to: string, state: Typing): void {
    setTyping(this.#network, this.#phone, to, state)
  }

  /** rings a business until it rejects or the time is over; answers the call's id */
  call(to: string, options?: CallOptions): string {
    return call(this.#network, this.#phone, to, options)
  }

  /** gives up before the ringing is over */
  hangUp(callId: string): void {
    hangUp(this.#network, this.#phone, callId)
  }

  /** switched off, a phone gets no message and gives no receipt; switched on, it catches up */
  setOnline(online: boolean): void {
    setOnline(this.#network, this.#phone, online)
  }

  /** loses every Signal session, like a phone restored from an old backup; both ways must recover by retries */
  forgetSessions(): Promise<void> {
    return forgetSessions(this.#network, this.#phone)
  }
}
