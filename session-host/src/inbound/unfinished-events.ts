import { fitInbound } from '@balcao/shared/events/fit-inbound.ts'
import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { errorName, type Log } from '../log.ts'
import { describeMessage } from '../mapping/describe-message.ts'
import type { EventEntry, Journal, MessageEntry } from '../table/journal.ts'
import { type EventWriter, eventName } from './event-writer.ts'
import type { MessageEvents } from './message-events.ts'

/**
 * Record of a connection's unsent events: their order, and the journal in which they outlive this
 * host.
 */
export class UnfinishedEvents {
  readonly #connectionId: string
  readonly #journal: Journal
  readonly #messages: MessageEvents
  readonly #events: EventWriter
  readonly #log: Log
  /**
   * Messages whose event is not on the queue yet, by WhatsApp id; slow ones are also in the
   * journal.
   */
  readonly #unfinished = new Map<string, { work: Promise<unknown>; slow: boolean }>()
  #recovered = false

  constructor(options: {
    connectionId: string
    journal: Journal
    messages: MessageEvents
    events: EventWriter
    log: Log
  }) {
    this.#connectionId = options.connectionId
    this.#journal = options.journal
    this.#messages = options.messages
    this.#events = options.events
    this.#log = options.log
  }

  /** Delays events about this message until `work` is done, which is soon. */
  soon(id: string, work: Promise<void>): Promise<void> {
    return this.#begin(id, false, work)
  }

  /** Keeps a message in the journal until it is sent. Resolves when it is stored there. */
  async later(entry: MessageEntry): Promise<void> {
    const id = entry.message.key.id!
    const stored = this.#journal.add(`message#${id}`, entry)
    this.#background(this.#begin(id, true, this.#finish(entry, stored)))
    await stored
  }

  /**
   * Puts an event about a message on the queue, after the message's own. While the message is being
   * completed, the journal keeps the event.
   */
  async emitAfter(id: string, event: InboundEvent, group: string, identity: string): Promise<void> {
    const before = this.#unfinished.get(id)
    if (!before?.slow) {
      await before?.work
      return this.#events.emit(event, group, identity)
    }
    const name = eventName(event, identity)
    const entry = { type: 'event' as const, event: fitInbound(event), group, identity, after: id }
    await this.#journal.add(name, entry)
    this.#background(this.#finishEvent(name, { ...entry, event }))
  }

  /**
   * Finishes the work that an earlier host began. Runs once; if it fails, nothing has begun and
   * everything is left for the next time.
   */
  async recover(): Promise<void> {
    if (this.#recovered) return
    const journal = this.#journal
    const { entries, unreadable } = await journal.read()
    let unsendable = unreadable
    const messages: MessageEntry[] = []
    for (const { name, entry } of entries) {
      if (entry.type !== 'message') continue
      if (describeMessage(entry.message.message)) messages.push(entry)
      else {
        unsendable++
        await journal.setAside(name, entry)
      }
    }
    // From here on nothing may fail: running work writes to the journal, and a second reading would
    // remove its entries.
    this.#recovered = true
    if (unsendable) {
      const fields = { connectionId: this.#connectionId, entries: unsendable }
      this.#log.error(fields, 'journal entries that cannot be sent are set aside')
    }
    for (const entry of messages) {
      this.#background(this.#begin(entry.message.key.id!, true, this.#finish(entry, Promise.resolve())))
    }
    for (const { name, entry } of entries) if (entry.type === 'event') this.#background(this.#finishEvent(name, entry))
  }

  #begin<T>(id: string, slow: boolean, work: Promise<T>): Promise<T> {
    const entry = { work, slow }
    this.#unfinished.set(id, entry)
    const forget = () => {
      if (this.#unfinished.get(id) === entry) this.#unfinished.delete(id)
    }
    work.then(forget, forget)
    return work
  }

  /** Runs work in the background; the connection's next owner finds it in the journal. */
  #background(work: Promise<unknown>): void {
    work.catch(error =>
      this.#log.warn({ connectionId: this.#connectionId, error: errorName(error) }, 'an event is not sent now'),
    )
  }

  async #finish(entry: MessageEntry, stored: Promise<void>): Promise<void> {
    await stored
    await this.#messages.complete(entry)
    await this.#events.untilDone(() => this.#journal.remove(`message#${entry.message.key.id}`))
  }

  async #finishEvent(name: string, { event, group, identity, after }: EventEntry): Promise<void> {
    await this.#unfinished.get(after)?.work
    await this.#events.untilDone(() => this.#events.emit(event, group, identity))
    await this.#events.untilDone(() => this.#journal.remove(name))
  }
}
