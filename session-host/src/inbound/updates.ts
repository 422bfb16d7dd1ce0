import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { proto, type WAMessageKey, type WAMessageUpdate } from '@whiskeysockets/baileys'
import type { Log } from '../log.ts'
import { ackOf, isRefused, SEND_FAILED } from '../mapping/ack.ts'
import { editedText } from '../mapping/describe-message.ts'
import { chatKind } from '../mapping/jid.ts'
import type { Conversations } from './conversations.ts'
import type { Directory } from './directory.ts'
import { locateMessage } from './message-location.ts'
import type { UnfinishedEvents } from './unfinished-events.ts'

const { StubType } = proto.WebMessageInfo

export type UpdatesParts = {
  ids: { companyId: string; connectionId: string }
  unfinished: Pick<UnfinishedEvents, 'emitAfter'>
  conversations: Pick<Conversations, 'place'>
  directory: Pick<Directory, 'complete'>
  log: Log
}

/** Turns changes of messages into events, each after the message it is about. */
export class Updates {
  readonly #parts: UpdatesParts

  constructor(parts: UpdatesParts) {
    this.#parts = parts
  }

  /**
   * Handles the status of a message of ours.
   * @param code WhatsApp's code of a refusal
   */
  async acknowledge(key: WAMessageKey, status: number | null | undefined, code?: string): Promise<void> {
    const { ids, unfinished, conversations, log } = this.#parts
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
    await unfinished.emitAfter(id, event, group, `${id}|${ack}`)
  }

  /** Handles a change of any message: deletion, edit or status. */
  async update({ key, update }: WAMessageUpdate): Promise<void> {
    if (!key.id || !key.remoteJid || chatKind(key.remoteJid) === 'other') return
    const { ids, unfinished, conversations, directory } = this.#parts
    const whatsappMessageId = key.id
    const about = { ...ids, whatsappMessageId, fromMe: key.fromMe === true }
    const at = Number(update.messageTimestamp ?? 0) * 1000 || Date.now()
    if (update.messageStubType === StubType.REVOKE) {
      const { queueGroup, ...place } = await locateMessage(key, { conversations, directory })
      const event: InboundEvent = { ...about, ...place, type: 'delete', at }
      return unfinished.emitAfter(whatsappMessageId, event, queueGroup, whatsappMessageId)
    }
    const edited = update.message?.editedMessage?.message
    if (edited) {
      const body = editedText(edited)
      if (body === undefined) return
      const { queueGroup, ...place } = await locateMessage(key, { conversations, directory })
      const event: InboundEvent = { ...about, ...place, type: 'edit', body, at }
      return unfinished.emitAfter(whatsappMessageId, event, queueGroup, `${whatsappMessageId}|${at}|${body}`)
    }
    if (update.status !== undefined) {
      await this.acknowledge(key, update.status, update.messageStubParameters?.[0] ?? undefined)
    }
  }
}
