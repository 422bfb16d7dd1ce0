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
import { vote } from './vote.ts'

/** Phone in its owner's hand: their actions and what they see. */
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

  /** Returns the clients linked to it, if it is a business's. */
  get devices(): Device[] {
    return this.#phone.devices
  }

  /** Returns the contacts that its owner saved. */
  addressBook(): AddressBookEntry[] {
    return addressBook(this.#network, this.#phone)
  }

  /** Replaces the saved contacts and notifies its clients. */
  setAddressBook(entries: readonly AddressBookEntry[]): void {
    setAddressBook(this.#network, this.#phone, entries)
  }

  /** Returns the chats in which a business is typing, by number of the business. */
  get typing(): ReadonlyMap<string, string> {
    return this.#phone.typing
  }

  /** Returns the messages its owner sees, oldest first. */
  messages(filter: Parameters<Network['store']['messages']>[1] = {}): HistoryRow[] {
    return this.#network.store.messages(this.number, filter)
  }

  /** Resolves with the first message that matches, present or to come; rejects after `ms`. */
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

  /** Returns the decrypted attachment of a message, if it has one and its bytes are known. */
  async media({ entry }: HistoryRow): Promise<Buffer | undefined> {
    const reference = entry.media
    const blob = reference && this.#network.store.getMedia(reference.path)
    if (!reference || !blob) return undefined
    // A phone's description of its medium need not be true.
    return openMedia(reference.kind, Buffer.from(reference.key, 'base64'), blob).catch(() => undefined)
  }

  /**
   * Sends to a number or a group; resolves with the message's id once it is stored and on its way.
   */
  send(to: string, draft: Draft): Promise<string> {
    return send(this.#network, this.#phone, to, draft)
  }

  sendText(to: string, text: string, quotedId?: string): Promise<string> {
    return this.send(to, { type: 'text', text, quotedId })
  }

  /** Sends any message that a modified client could make. */
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

  /**
   * Reacts to a message, replacing its earlier reaction; '' removes it. Resolves with the
   * reaction's id.
   */
  react(id: string, emoji: string): Promise<string> {
    return react(this.#network, this.#phone, id, emoji)
  }

  /**
   * Votes in a poll, in place of its earlier vote; no option withdraws
   * it. Resolves with the vote's id.
   */
  vote(id: string, options: readonly string[]): Promise<string> {
    return vote(this.#network, this.#phone, id, options)
  }

  /** Reads everything unread of a chat; returns the number of messages. */
  read(chat: string, how?: 'read' | 'played'): number {
    return read(this.#network, this.#phone, chat, how)
  }

  /** Shows or ends "typing…" at a business. */
  setTyping(to: string, state: Typing): void {
    setTyping(this.#network, this.#phone, to, state)
  }

  /** Rings a business until it rejects or the time is over; returns the call's id. */
  call(to: string, options?: CallOptions): string {
    return call(this.#network, this.#phone, to, options)
  }

  /** Gives up before the ringing is over. */
  hangUp(callId: string): void {
    hangUp(this.#network, this.#phone, callId)
  }

  /**
   * Switches a phone on or off: off, it gets no message and gives no receipt; on, it catches up.
   */
  setOnline(online: boolean): void {
    setOnline(this.#network, this.#phone, online)
  }

  /**
   * Loses every Signal session, like a phone restored from an old backup; both ways must recover by
   * retries.
   */
  forgetSessions(): Promise<void> {
    return forgetSessions(this.#network, this.#phone)
  }
}
