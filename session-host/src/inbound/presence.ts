import { chatGroup, type InboundEvent } from '@balcao/shared/events/queues.ts'
import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { chatKind } from '../mapping/jid.ts'
import type { Directory } from './directory.ts'
import type { Emit } from './unfinished.ts'

/** Turns contacts' typing into events. */
export function createPresence(options: {
  ids: { companyId: string; connectionId: string }
  emit: Emit
  directory: Directory
}): (update: BaileysEventMap['presence.update']) => Promise<void> {
  const { ids } = options
  return async ({ id, presences }) => {
    if (chatKind(id) !== 'person') return
    for (const [participant, data] of Object.entries(presences)) {
      const state = data.lastKnownPresence
      if (state !== 'composing' && state !== 'recording' && state !== 'paused') continue
      const chat = await options.directory.complete(id, participant)
      const at = Date.now()
      const event: InboundEvent = { ...ids, type: 'presence', chat, presence: state, at }
      await options.emit(event, chatGroup(ids.connectionId, chat), `${participant}|${state}|${at}`)
    }
  }
}
