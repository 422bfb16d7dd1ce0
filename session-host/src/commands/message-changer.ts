import { createHash } from 'node:crypto'
import type { OutboundCommand } from '@balcao/shared/events/queues.ts'
import type { AnyMessageContent, WASocket } from '@whiskeysockets/baileys'
import { errorName, type Log } from '../log.ts'
import { jidOf } from '../mapping/jid.ts'
import { outboundContent } from '../mapping/outbound-content.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { ConnectionSession } from '../session/connection-session.ts'
import type { ShowOnline } from './chat-state.ts'
import type { Outcome, ReceivedCommand } from './command-consumer.ts'
import { pause, RETRY_MS, sendAndWait, whenOpen } from './send-and-wait.ts'

type Change = Extract<OutboundCommand, { type: 'edit' | 'delete' | 'react' | 'read' }>
type ContentChange = Exclude<Change, { type: 'read' }>

export type MessageChangerParts = { media: MediaStore; log: Log; closedMs: number; showOnline: ShowOnline }

/** Carries out edits, deletions, reactions and read marks. */
export class MessageChanger {
  readonly #parts: MessageChangerParts

  constructor(parts: MessageChangerParts) {
    this.#parts = parts
  }

  async change(command: Change, session: ConnectionSession | undefined, received: ReceivedCommand): Promise<Outcome> {
    const { log, closedMs } = this.#parts
    if (!session) return 'done'
    for (let tries = 0; ; tries++) {
      const socket = await whenOpen(session, received.signal, closedMs)
      if (socket === 'stopped') return 'again'
      if (socket === 'closed') {
        log.warn({ type: command.type }, 'given up: the connection is closed')
        return 'done'
      }
      try {
        await this.#changeOnce(command, session, socket)
        return 'done'
      } catch (error) {
        if (session.socket() !== socket) continue
        log.warn({ type: command.type, error: errorName(error), tries }, 'a change was not made')
        // Nobody waits for it, and the rest of the conversation must continue.
        if (tries >= 2) return 'done'
        await pause(RETRY_MS[tries]!, received.signal)
      }
    }
  }

  async #changeOnce(command: Change, session: ConnectionSession, socket: WASocket): Promise<void> {
    const { log, media, showOnline } = this.#parts
    const jid = jidOf(command.to)
    if (command.type === 'read') {
      const participant = command.participant ? { participant: jidOf(command.participant) } : {}
      await socket.readMessages(
        command.whatsappMessageIds.map(id => ({ remoteJid: jid, id, fromMe: false, ...participant })),
      )
      showOnline(session, socket, jid)
      return
    }
    const content = await changeContent(command, jid, media.open)
    // The same command has the same id, so a second delivery changes nothing.
    const { error } = await sendAndWait(session, socket, jid, content, stanzaId(command))
    if (error) log.warn({ type: command.type, code: error }, 'WhatsApp refused a change')
  }
}

async function changeContent(
  command: ContentChange,
  jid: string,
  open: MediaStore['open'],
): Promise<AnyMessageContent> {
  const key = { remoteJid: jid, id: command.whatsappMessageId, fromMe: command.fromMe }
  switch (command.type) {
    case 'edit':
      // The edit of a caption holds the media, as a message does.
      return command.media
        ? Object.assign(await outboundContent({ kind: 'media', body: command.body, media: command.media }, open), {
            edit: key,
          })
        : { text: command.body, edit: key, linkPreview: null }
    case 'delete':
      return { delete: key }
    case 'react': {
      const participant = command.participant ? { participant: jidOf(command.participant) } : {}
      return { react: { text: command.emoji, key: { ...key, ...participant }, senderTimestampMs: command.at } }
    }
  }
}

/** Returns a stanza id derived from the command, in the form of WhatsApp Web's own. */
function stanzaId(command: ContentChange): string {
  const change =
    command.type === 'edit' ? command.body : command.type === 'react' ? `${command.at}|${command.emoji}` : ''
  const text = `${command.connectionId}|${command.type}|${command.whatsappMessageId}|${change}`
  return `3EB0${createHash('sha256').update(text).digest('hex').slice(0, 18).toUpperCase()}`
}
