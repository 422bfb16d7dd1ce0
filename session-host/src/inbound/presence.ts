import { chatGroup, type InboundEvent } from '@balcao/shared/events/queues.ts'
import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { chatKind } from '../mapping/jid.ts'
import type { Directory } from './directory.ts'
import type { EventWriter } from './event-writer.ts'

/** Turns contacts' typing into events. */
export class Presence {
  readonly #ids: { companyId: string; connectionId: string }
  readonly #events: Pick<EventWriter, 'emit'>
  readonly #directory: Pick<Directory, 'complete'>

  constructor(options: {
    ids: { companyId: string; connectionId: string }
    events: Pick<EventWriter, 'emit'>
    directory: Pick<Directory, 'complete'>
  }) {
    this.#ids = options.ids
    this.#events = options.events
    this.#directory = options.directory
  }

  async take({ id, presences }: BaileysEventMap['presence.update']): Promise<void> {
    if (chatKind(id) !== 'person') return
    for (const [participant, data] of Object.entries(presences)) {
      const state = data.lastKnownPresence
      if (state !== 'composing' && state !== 'recording' && state !== 'paused') continue
      const chat = await this.#directory.complete(id, participant)
      const at = Date.now()
      const event: InboundEvent = { ...this.#ids, type: 'presence', chat, presence: state, at }
      await this.#events.emit(event, chatGroup(this.#ids.connectionId, chat), `${participant}|${state}|${at}`)
    }
  }
}
