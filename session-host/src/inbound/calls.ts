import { chatGroup, type InboundMessage } from '@balcao/shared/events/queues.ts'
import type { WACallEvent, WASocket } from '@whiskeysockets/baileys'
import { errorName, type Log } from '../log.ts'
import type { ShardSessions } from '../shards/shard-sessions.ts'
import type { Arrivals } from './arrivals.ts'
import type { Directory } from './directory.ts'
import type { EventWriter } from './event-writer.ts'

/** Number of calls remembered, to distinguish a missed one from an answered one. */
const CALLS = 200

export type CallsParts = {
  ids: { companyId: string; connectionId: string }
  events: Pick<EventWriter, 'emit'>
  directory: Pick<Directory, 'complete'>
  arrivals: Pick<Arrivals, 'now'>
  current: { socket: () => Pick<WASocket, 'rejectCall'> | undefined }
  shard: Pick<ShardSessions, 'refusesCalls'>
  log: Log
}

/** Turns calls into entries of their conversation: missed, or refused by us. */
export class Calls {
  readonly #parts: CallsParts
  readonly #calls = new Map<string, { video: boolean; over: boolean }>()

  constructor(parts: CallsParts) {
    this.#parts = parts
  }

  async take(call: WACallEvent): Promise<void> {
    if (call.isGroup) return
    const { ids, shard, current, log } = this.#parts
    const known = this.#remember(call)
    if (known.over) return
    if (call.status === 'offer' && (await shard.refusesCalls(ids.connectionId))) {
      if (known.over) return
      known.over = true
      // A call that was over before the connection opened cannot be refused any more, but counts as
      // refused.
      if (!call.offline) {
        // Not awaited: its frame leaves after the call's acknowledgement, which waits for this
        // event.
        current
          .socket()
          ?.rejectCall(call.id, call.from)
          .catch(error => log.warn({ error: errorName(error) }, 'a call could not be refused'))
      }
      return this.#emit(call, known.video, true)
    }
    if (call.status === 'accept') known.over = true
    if (call.status === 'timeout' || call.status === 'terminate' || call.status === 'reject') {
      known.over = true
      return this.#emit(call, known.video, false)
    }
  }

  #remember(call: WACallEvent): { video: boolean; over: boolean } {
    const calls = this.#calls
    const known = calls.get(call.id) ?? { video: call.isVideo === true, over: false }
    if (!calls.has(call.id)) {
      calls.set(call.id, known)
      if (calls.size > CALLS) calls.delete(calls.keys().next().value!)
    }
    return known
  }

  async #emit(call: WACallEvent, video: boolean, refused: boolean): Promise<void> {
    const { ids, events, directory, arrivals } = this.#parts
    const chat = await directory.complete(call.from, call.callerPn, call.chatId)
    const event: InboundMessage = {
      ...ids,
      type: 'message',
      whatsappMessageId: call.id,
      chat,
      fromMe: false,
      sentAt: call.date.getTime(),
      receivedAt: arrivals.now(),
      replayed: call.offline,
      kind: 'call_log',
      body: '',
      call: { video, refused },
    }
    await events.emit(event, chatGroup(ids.connectionId, chat), call.id)
  }
}
