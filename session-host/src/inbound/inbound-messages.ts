import type { WAMessage } from '@whiskeysockets/baileys'
import { describeMessage } from '../mapping/describe-message.ts'
import { chatKind } from '../mapping/jid.ts'
import type { Gap } from '../session/gap.ts'
import type { Conversations } from './conversations.ts'
import type { MessageEvents } from './message-events.ts'
import type { UnfinishedEvents } from './unfinished-events.ts'

/**
 * Delivers WhatsApp's messages to the workers: at once, or through the journal if they take time.
 */
export class InboundMessages {
  readonly #messages: MessageEvents
  readonly #unfinished: UnfinishedEvents
  readonly #conversations: Conversations
  readonly #gap: Pick<Gap, 'countRecovered'>

  constructor(options: {
    messages: MessageEvents
    unfinished: UnfinishedEvents
    conversations: Conversations
    gap: Pick<Gap, 'countRecovered'>
  }) {
    this.#messages = options.messages
    this.#unfinished = options.unfinished
    this.#conversations = options.conversations
    this.#gap = options.gap
  }

  /**
   * Sends a message to the workers; resolves when it is on the queue, or in the journal.
   * @returns whether it is a message for them
   */
  async deliver(message: WAMessage, receivedAt: number, replayed: boolean): Promise<boolean> {
    const jid = message.key.remoteJid!
    // A placeholder of an undecryptable message: the sender is asked again, and the answer has the
    // same id.
    if (chatKind(jid) === 'other' || message.messageStubType) return false
    const described = describeMessage(message.message)
    if (!described || this.#conversations.isSelf(jid)) return false
    if (replayed) this.#gap.countRecovered()
    if (!described.part && !this.#messages.isSubjectMissing(jid)) {
      await this.#unfinished.soon(message.key.id!, this.#messages.emit(message, receivedAt, replayed))
    } else {
      await this.#unfinished.later({ type: 'message', message, receivedAt, replayed, attempts: 0 })
    }
    return true
  }
}
