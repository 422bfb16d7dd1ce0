import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { proto, type WAMessageKey, type WAMessageUpdate } from '@whiskeysockets/baileys'
import type { Log } from '../log.ts'
import { ackOf, isRefused, SEND_FAILED } from '../mapping/ack.ts'
import { editedText } from '../mapping/describe-message.ts'
import { chatKind } from '../mapping/jid.ts'
import type { Conversations } from './conversations.ts'
import type { Directory } from './directory.ts'
import { locateMessage } from './message-location.ts'
import type { Unfinished } from './unfinished.ts'

const { StubType } = proto.WebMessageInfo

export type Updates = {
  /**
   * Handles the status of a message of ours.
   * @param code WhatsApp's code of a refusal
   */
  acknowledge: (key: WAMessageKey, status: number | null | undefined, code?: string) => Promise<void>
  /** Handles a change of any message: deletion, edit or status. */
  update: (change: WAMessageUpdate) => Promise<void>
}

/** Turns changes of messages into events, each after the message it is about. */
export function createUpdates(options: {
  ids: { companyId: string; connectionId: string }
  emitAfter: Unfinished['emitAfter']
  places: Pick<Conversations, 'place'>
  directory: Pick<Directory, 'complete'>
  log: Log
}): Updates {
  const { ids, emitAfter, places: conversations, directory, log } = options

  async function acknowledge(key: WAMessageKey, status: number | null | undefined, code?: string): Promise<void> {
    const id = key.id
    if (!id || !key.fromMe || !key.remoteJid) return
    const refused = isRefused(status)
    const ack = refused ? 0 : ackOf(status)
    if (ack === undefined || (!refused && ack < 2)) return
    if (refused) log.warn({ code }, 'WhatsApp refused a message')
    const { group } = await conversations.place(key)
    const event: InboundEvent = {
      ...ids,
      type: 'ack',
      whatsappMessageId: id,
      ack,
      ...(refused ? { error: SEND_FAILED } : {}),
    }
    await emitAfter(id, event, group, `${id}|${ack}`)
  }

  async function update({ key, update }: WAMessageUpdate): Promise<void> {
    if (!key.id || !key.remoteJid || chatKind(key.remoteJid) === 'other') return
    const whatsappMessageId = key.id
    const about = { ...ids, whatsappMessageId, fromMe: key.fromMe === true }
    const at = Number(update.messageTimestamp ?? 0) * 1000 || Date.now()
    if (update.messageStubType === StubType.REVOKE) {
      const { queueGroup, ...place } = await locateMessage(key, { conversations, directory })
      return emitAfter(whatsappMessageId, { ...about, ...place, type: 'delete', at }, queueGroup, whatsappMessageId)
    }
    const edited = update.message?.editedMessage?.message
    if (edited) {
      const body = editedText(edited)
      if (body === undefined) return
      const { queueGroup, ...place } = await locateMessage(key, { conversations, directory })
      const identity = `${whatsappMessageId}|${at}|${body}`
      return emitAfter(whatsappMessageId, { ...about, ...place, type: 'edit', body, at }, queueGroup, identity)
    }
    if (update.status !== undefined) {
      await acknowledge(key, update.status, update.messageStubParameters?.[0] ?? undefined)
    }
  }

  return { acknowledge, update }
}
