import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { chatGroup, type OutboundCommand, type SendCommand } from '@balcao/shared/events/queues.ts'
import type { AnyMessageContent, MiscMessageGenerationOptions, WAMessage, WASocket } from '@whiskeysockets/baileys'
import { errorName, type Log } from '../log.ts'
import { SEND_FAILED } from '../mapping/ack.ts'
import { chatKind, jidOf } from '../mapping/jid.ts'
import { outboundContent, quotedMessage } from '../mapping/outbound-content.ts'
import { type MediaStore, MissingMediaError } from '../media/media-store.ts'
import type { Outcome, ReceivedCommand } from '../outbound.ts'
import type { Session } from '../session/types.ts'
import { createShowOnline, sendChatState } from './chat-state.ts'
import { createRequests } from './requests.ts'

const ACK_MS = 20_000
/**
 * Pauses in milliseconds between attempts on an open socket (the bucket or WhatsApp's media hosts
 * are unavailable); after the last one, a message is marked failed.
 */
const RETRY_MS = [1000, 3000, 10_000, 30_000]
/** Milliseconds between two checks of a connection that does not change. */
const CHECK_MS = 30_000
const UPLOAD_MS = 5 * 60 * 1000
/** Milliseconds for a whole message, uploads included. */
const SEND_MS = 10 * 60 * 1000

type Change = 'edit' | 'delete' | 'react' | 'read'
type Of<T extends OutboundCommand['type']> = Extract<OutboundCommand, { type: T }>

export type CommandRunnerOptions = {
  /**
   * Returns the session of a connection, made if it is registered; undefined if there is no such
   * connection.
   */
  sessionOf: (companyId: string, connectionId: string) => Promise<Session | undefined>
  /** Called when the connection was deleted. */
  forgotten: (connectionId: string) => void
  table: DynamoDBDocumentClient
  tableName: string
  media: MediaStore
  log: Log
  /** Milliseconds that a command waits for a connection that nobody is opening. */
  closedMs: number
}

/** Returns the function that carries out the workers' commands on the sessions of this host. */
export function createCommandRunner(options: CommandRunnerOptions): (received: ReceivedCommand) => Promise<Outcome> {
  const { log, media, closedMs } = options
  const showOnline = createShowOnline()
  const requests = createRequests(options)

  return async received => {
    const { companyId, connectionId } = received.command
    const session = await options.sessionOf(companyId, connectionId)
    const work = () => runCommand(received, session)
    return session ? session.within(work) : work()
  }

  async function runCommand(received: ReceivedCommand, session: Session | undefined): Promise<Outcome> {
    const { command } = received
    switch (command.type) {
      case 'session':
        if (!session) return 'done'
        await session.act(command.action)
        if (command.action === 'forget') options.forgotten(command.connectionId)
        return 'done'
      case 'checkNumber':
      case 'checkNumbers':
      case 'profilePicture':
        await requests.reply(command, session)
        return 'done'
      case 'fetchMedia':
        await requests.fetchMedia(command, session)
        return 'done'
      case 'presence':
        await sendChatState(command, session, showOnline)
        return 'done'
      case 'send':
        return send(command, session, received)
      case 'edit':
      case 'delete':
      case 'react':
      case 'read':
        return change(command, session, received)
    }
  }

  // ---- messages ----

  async function send(command: SendCommand, session: Session | undefined, received: ReceivedCommand): Promise<Outcome> {
    const { whatsappMessageId: id } = command
    if (!session) {
      log.warn('a message for a connection that does not exist')
      return 'done'
    }
    if (session.sent.hasFailedSince(id, command.queuedAt)) return 'done'
    if (await session.sent.has(id, received.receives > 1 || command.again === true)) return 'done'
    for (let tries = 0; ; ) {
      const socket = await opened(session, received)
      if (socket === 'stopped') return 'again'
      if (socket === 'closed') return fail(session, command, 'ERR_WAPP_NOT_INITIALIZED')
      try {
        return await attempt(session, socket, command)
      } catch (error) {
        log.warn({ error: errorName(error), tries, kind: command.content.kind }, 'a message was not sent')
        if (error instanceof MissingMediaError) return fail(session, command, SEND_FAILED)
        // The socket closed: the message keeps its place and its id, and waits for the next socket.
        if (session.socket() !== socket) continue
        if (tries >= RETRY_MS.length) return fail(session, command, SEND_FAILED)
        await pause(RETRY_MS[tries++]!, received.signal)
      }
    }
  }

  async function attempt(session: Session, socket: WASocket, command: SendCommand): Promise<Outcome> {
    const { whatsappMessageId: id } = command
    const jid = jidOf(command.to)
    const content = await outboundContent(command.content, media.open)
    const quoted = command.quoted ? { quoted: quotedMessage(command.quoted, jid) } : {}
    const { message, error } = await sendAndWait(session, socket, jid, content, id, quoted)
    if (error) {
      log.warn({ code: error }, 'WhatsApp refused a message')
      return fail(session, command, SEND_FAILED)
    }
    await emitAck(session, command, 2)
    await session.sent.add(id, message?.message ?? undefined)
    return 'done'
  }

  /**
   * Sends and waits for WhatsApp's answer.
   * @returns what was sent, and the error code if WhatsApp refused it
   */
  async function sendAndWait(
    session: Session,
    socket: WASocket,
    jid: string,
    content: AnyMessageContent,
    messageId: string,
    extra: MiscMessageGenerationOptions = {},
  ): Promise<{ message: WAMessage | undefined; error: string | undefined }> {
    // The listener is set before the frame leaves. Uploads come before it too, so the wait begins
    // only after sendMessage.
    const answered = session.serverAck(messageId, SEND_MS)
    answered.catch(() => undefined)
    if (chatKind(jid) === 'group') await session.groupMetadata(jid)
    const options = { messageId, mediaUploadTimeoutMs: UPLOAD_MS, ...extra }
    // If the answer to an upload breaks off, Baileys waits forever.
    const message = await within(SEND_MS, socket.sendMessage(jid, content, options))
    return { message, error: await within(ACK_MS, answered) }
  }

  async function fail(session: Session, command: SendCommand, error: string): Promise<Outcome> {
    await emitAck(session, command, 0, error)
    session.sent.recordFailure(command.whatsappMessageId)
    return 'done'
  }

  async function emitAck(session: Session, command: SendCommand, ack: number, error?: string): Promise<void> {
    const { companyId, connectionId, whatsappMessageId } = command
    await session.emit(
      { companyId, connectionId, type: 'ack', whatsappMessageId, ack, ...(error ? { error } : {}) },
      chatGroup(connectionId, command.to),
      // A second failure after another attempt is a new event.
      error ? `${whatsappMessageId}|${ack}|${command.queuedAt}` : `${whatsappMessageId}|${ack}`,
    )
  }

  /** Carries out edits, deletions, reactions and read marks. */
  async function change(
    command: Of<Change>,
    session: Session | undefined,
    received: ReceivedCommand,
  ): Promise<Outcome> {
    if (!session) return 'done'
    for (let tries = 0; ; tries++) {
      const socket = await opened(session, received)
      if (socket === 'stopped') return 'again'
      if (socket === 'closed') {
        log.warn({ type: command.type }, 'given up: the connection is closed')
        return 'done'
      }
      try {
        await changeOnce(command, session, socket)
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

  async function changeOnce(command: Of<Change>, session: Session, socket: WASocket): Promise<void> {
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

  /**
   * Returns the socket once it is open; `closed` if nobody opens it for five minutes; `stopped`
   * when this host hands over.
   */
  async function opened(session: Session, { signal }: ReceivedCommand): Promise<WASocket | 'closed' | 'stopped'> {
    let closedSince = 0
    while (!signal.aborted) {
      const socket = session.socket()
      if (socket) return socket
      if (session.willOpen()) closedSince = 0
      else {
        closedSince ||= Date.now()
        if (Date.now() - closedSince >= closedMs) return 'closed'
      }
      // A change wakes this at once; the timeout covers missed changes.
      await session.change(closedSince ? Math.min(CHECK_MS, closedSince + closedMs - Date.now()) : CHECK_MS, signal)
    }
    return 'stopped'
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)

/**
 * Waits for the work up to `ms`.
 * @throws when it takes longer; it continues, and its result is ignored
 */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('WhatsApp did not answer in time')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

async function changeContent(
  command: Exclude<Of<Change>, { type: 'read' }>,
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
function stanzaId(command: Exclude<Of<Change>, { type: 'read' }>): string {
  const what = command.type === 'edit' ? command.body : command.type === 'react' ? `${command.at}|${command.emoji}` : ''
  const text = `${command.connectionId}|${command.type}|${command.whatsappMessageId}|${what}`
  return `3EB0${createHash('sha256').update(text).digest('hex').slice(0, 18).toUpperCase()}`
}
