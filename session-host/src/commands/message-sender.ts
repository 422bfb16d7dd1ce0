import { chatGroup, type SendCommand } from '@balcao/shared/events/queues.ts'
import type { WASocket } from '@whiskeysockets/baileys'
import { errorName, type Log } from '../log.ts'
import { SEND_FAILED } from '../mapping/ack.ts'
import { jidOf } from '../mapping/jid.ts'
import { outboundContent, quotedMessage } from '../mapping/outbound-content.ts'
import { type MediaStore, MissingMediaError } from '../media/media-store.ts'
import type { ConnectionSession } from '../session/connection-session.ts'
import type { Outcome, ReceivedCommand } from './command-consumer.ts'
import { pause, RETRY_MS, sendAndWait, whenOpen } from './send-and-wait.ts'

/** Sends the workers' messages and acknowledges them, each once. */
export class MessageSender {
  readonly #media: MediaStore
  readonly #log: Log
  readonly #closedMs: number

  constructor(options: { media: MediaStore; log: Log; closedMs: number }) {
    this.#media = options.media
    this.#log = options.log
    this.#closedMs = options.closedMs
  }

  /**
   * Sends a message once its connection is open. While the bucket or WhatsApp's media hosts are
   * unavailable it is tried again; after the last pause, the message is marked failed.
   */
  async send(
    command: SendCommand,
    session: ConnectionSession | undefined,
    received: ReceivedCommand,
  ): Promise<Outcome> {
    const { whatsappMessageId: id } = command
    const log = this.#log
    if (!session) {
      log.warn('a message for a connection that does not exist')
      return 'done'
    }
    if (session.sent.hasFailedSince(id, command.queuedAt)) return 'done'
    if (await session.sent.has(id, received.receives > 1 || command.again === true)) return 'done'
    for (let tries = 0; ; ) {
      const socket = await whenOpen(session, received.signal, this.#closedMs)
      if (socket === 'stopped') return 'again'
      if (socket === 'closed') return this.#fail(session, command, 'ERR_WAPP_NOT_INITIALIZED')
      try {
        return await this.#attempt(session, socket, command)
      } catch (error) {
        log.warn({ error: errorName(error), tries, kind: command.content.kind }, 'a message was not sent')
        if (error instanceof MissingMediaError) return this.#fail(session, command, SEND_FAILED)
        // The socket closed: the message keeps its place and its id, and waits for the next socket.
        if (session.socket() !== socket) continue
        if (tries >= RETRY_MS.length) return this.#fail(session, command, SEND_FAILED)
        await pause(RETRY_MS[tries++]!, received.signal)
      }
    }
  }

  async #attempt(session: ConnectionSession, socket: WASocket, command: SendCommand): Promise<Outcome> {
    const { whatsappMessageId: id } = command
    const jid = jidOf(command.to)
    const secret = command.content.kind === 'poll' ? await session.pollSecret(id) : undefined
    const content = await outboundContent(command.content, this.#media.open, secret)
    const quoted = command.quoted ? { quoted: quotedMessage(command.quoted, jid) } : {}
    const { message, error } = await sendAndWait(session, socket, jid, content, id, quoted)
    if (error) {
      this.#log.warn({ code: error }, 'WhatsApp refused a message')
      return this.#fail(session, command, SEND_FAILED)
    }
    await emitAck(session, command, 2)
    await session.sent.add(id, message?.message ?? undefined)
    return 'done'
  }

  async #fail(session: ConnectionSession, command: SendCommand, error: string): Promise<Outcome> {
    await emitAck(session, command, 0, error)
    session.sent.recordFailure(command.whatsappMessageId)
    return 'done'
  }
}

async function emitAck(session: ConnectionSession, command: SendCommand, ack: number, error?: string): Promise<void> {
  const { companyId, connectionId, whatsappMessageId } = command
  await session.events.send(
    { companyId, connectionId, type: 'ack', whatsappMessageId, ack, ...(error ? { error } : {}) },
    chatGroup(connectionId, command.to),
    // A second failure after another attempt is a new event.
    error ? `${whatsappMessageId}|${ack}|${command.queuedAt}` : `${whatsappMessageId}|${ack}`,
  )
}
