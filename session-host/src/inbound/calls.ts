import { chatGroup, type InboundMessage } from '@balcao/shared/events/queues.ts'
import type { WACallEvent, WASocket } from '@whiskeysockets/baileys'
import { errorName, type Log } from '../log.ts'
import type { Directory } from './directory.ts'
import type { Emit } from './unfinished.ts'

/** Number of calls remembered, to distinguish a missed one from an answered one. */
const CALLS = 200

/** Turns calls into entries of their conversation: missed, or refused by us. */
export function createCalls(options: {
  ids: { companyId: string; connectionId: string }
  emit: Emit
  directory: Directory
  log: Log
  refusesCalls: () => Promise<boolean>
  socket: () => Pick<WASocket, 'rejectCall'> | undefined
  /** Returns the time at which it is seen (epoch milliseconds), later than all earlier ones. */
  arrival: () => number
}): (call: WACallEvent) => Promise<void> {
  const { ids, directory, log } = options
  const calls = new Map<string, { video: boolean; over: boolean }>()

  async function emitCall(call: WACallEvent, video: boolean, refused: boolean): Promise<void> {
    const chat = await directory.complete(call.from, call.callerPn, call.chatId)
    const event: InboundMessage = {
      ...ids,
      type: 'message',
      whatsappMessageId: call.id,
      chat,
      fromMe: false,
      sentAt: call.date.getTime(),
      receivedAt: options.arrival(),
      replayed: call.offline,
      kind: 'call_log',
      body: '',
      call: { video, refused },
    }
    await options.emit(event, chatGroup(ids.connectionId, chat), call.id)
  }

  return async call => {
    if (call.isGroup) return
    const known = calls.get(call.id) ?? { video: call.isVideo === true, over: false }
    if (!calls.has(call.id)) {
      calls.set(call.id, known)
      if (calls.size > CALLS) calls.delete(calls.keys().next().value!)
    }
    if (known.over) return
    if (call.status === 'offer' && (await options.refusesCalls())) {
      if (known.over) return
      known.over = true
      // A call that was over before the connection opened cannot be refused any more, but counts as
      // refused.
      if (!call.offline) {
        // Not awaited: its frame leaves after the call's acknowledgement, which waits for this
        // event.
        options
          .socket()
          ?.rejectCall(call.id, call.from)
          .catch(error => log.warn({ error: errorName(error) }, 'a call could not be refused'))
      }
      return emitCall(call, known.video, true)
    }
    if (call.status === 'accept') known.over = true
    if (call.status === 'timeout' || call.status === 'terminate' || call.status === 'reject') {
      known.over = true
      return emitCall(call, known.video, false)
    }
  }
}
