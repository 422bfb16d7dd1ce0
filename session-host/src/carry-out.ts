import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import { chatGroup, type OutboundCommand, type Reply, type SendCommand } from '@balcao/shared/events/queues.ts'
import { keys, TABLE } from '@balcao/shared/table.ts'
import {
  type AnyMessageContent,
  jidDecode,
  type MiscMessageGenerationOptions,
  proto,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys'
import { errorName, type Log } from './log.ts'
import { SEND_FAILED } from './mapping/ack.ts'
import { describeMessage } from './mapping/describe-message.ts'
import { chatKind, jidOf, numberDigits, peerOf } from './mapping/jid.ts'
import { outboundContent, quotedMessage } from './mapping/outbound-content.ts'
import { type MediaStore, MissingMediaError } from './media.ts'
import type { Delivery, Outcome } from './outbound.ts'
import type { Session } from './session/types.ts'

const ACK_MS = 20_000
/** Pauses between attempts on an open socket (bucket or WhatsApp's media hosts away); then a message is marked failed. */
const RETRY_MS = [1000, 3000, 10_000, 30_000]
const UPLOAD_MS = 5 * 60 * 1000
/** For a message as a whole, uploads included. */
const SEND_MS = 10 * 60 * 1000
const REPLY_WAIT_MS = 5000
const REPLY_SECONDS = 5 * 60
/** How long the business shows as online after an attendant did something; the handset is silent meanwhile. */
const ONLINE_MS = 5 * 60 * 1000

type Of<T extends OutboundCommand['type']> = Extract<OutboundCommand, { type: T }>

export type CarryOutOptions = {
  /** The session of a connection, made if it is registered; undefined when there is no such connection. */
  sessionOf: (companyId: string, connectionId: string) => Promise<Session | undefined>
  /** The connection was deleted. */
  forgotten: (connectionId: string) => void
  table: DynamoDBDocumentClient
  tableName: string
  media: MediaStore
  log: Log
  /** Milliseconds a command waits for a connection that nobody is opening. */
  closedMs: number
}

/** Carries out commands of the workers on the sessions of this host. */
export function createCarryOut(options: CarryOutOptions): (delivery: Delivery) => Promise<Outcome> {
  const { log, media, closedMs } = options
  const online = new Map<string, NodeJS.Timeout>()

  return async delivery => {
    const { companyId, connectionId } = delivery.command
    const session = await options.sessionOf(companyId, connectionId)
    const work = () => carryOut(delivery, session)
    return session ? session.within(work) : work()
  }

  async function carryOut(delivery: Delivery, session: Session | undefined): Promise<Outcome> {
    const { command } = delivery
    switch (command.type) {
      case 'session':
        if (!session) return 'done'
        await session.act(command.action)
        if (command.action === 'forget') options.forgotten(command.connectionId)
        return 'done'
      case 'checkNumber':
      case 'profilePicture':
        return reply(command, session)
      case 'fetchMedia':
        return fetchMedia(command, session)
      case 'presence':
        return presence(command, session)
      case 'send':
        return send(command, session, delivery)
      case 'edit':
      case 'delete':
      case 'read':
        return change(command, session, delivery)
    }
  }

  // ---- messages ------------------------------------------------------------------------------------------------

  async function send(command: SendCommand, session: Session | undefined, delivery: Delivery): Promise<Outcome> {
    const { whatsappMessageId: id } = command
    if (!session) {
      log.warn('a message for a connection that does not exist')
      return 'done'
    }
    if (session.sent.gaveUpSince(id, command.queuedAt)) return 'done'
    if (await session.sent.has(id, delivery.receives > 1 || command.again === true)) return 'done'
    for (let tries = 0; ; ) {
      const socket = await opened(session, delivery)
      if (socket === 'stopped') return 'again'
      if (socket === 'closed') return fail(session, command, 'ERR_WAPP_NOT_INITIALIZED')
      try {
        return await attempt(session, socket, command)
      } catch (error) {
        log.warn({ error: errorName(error), tries, kind: command.content.kind }, 'a message was not sent')
        if (error instanceof MissingMediaError) return fail(session, command, SEND_FAILED)
        // The socket went away: the message keeps its place and its id, and waits for the next one.
        if (session.socket() !== socket) continue
        if (tries >= RETRY_MS.length) return fail(session, command, SEND_FAILED)
        await pause(RETRY_MS[tries++]!, delivery.signal)
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
    await tellAck(session, command, 2)
    await session.sent.add(id, message?.message ?? undefined)
    return 'done'
  }

  /** @returns when WhatsApp has answered: what was sent, and its error code if it refused */
  async function sendAndWait(
    session: Session,
    socket: WASocket,
    jid: string,
    content: AnyMessageContent,
    messageId: string,
    extra: MiscMessageGenerationOptions = {},
  ): Promise<{ message: WAMessage | undefined; error: string | undefined }> {
    // Listening before the frame leaves. Uploads come before it too, so the wait begins only after sendMessage.
    const answered = session.serverAck(messageId, SEND_MS)
    answered.catch(() => undefined)
    if (chatKind(jid) === 'group') await session.groupMetadata(jid)
    const options = { messageId, mediaUploadTimeoutMs: UPLOAD_MS, ...extra }
    // An upload whose answer breaks off leaves Baileys waiting without end.
    const message = await within(SEND_MS, socket.sendMessage(jid, content, options))
    return { message, error: await within(ACK_MS, answered) }
  }

  async function fail(session: Session, command: SendCommand, error: string): Promise<Outcome> {
    await tellAck(session, command, 0, error)
    session.sent.giveUp(command.whatsappMessageId)
    return 'done'
  }

  async function tellAck(session: Session, command: SendCommand, ack: number, error?: string): Promise<void> {
    const { companyId, connectionId, whatsappMessageId } = command
    await session.emit(
      { companyId, connectionId, type: 'ack', whatsappMessageId, ack, ...(error ? { error } : {}) },
      chatGroup(connectionId, command.to),
      // A second failure after another try is news.
      error ? `${whatsappMessageId}|${ack}|${command.queuedAt}` : `${whatsappMessageId}|${ack}`,
    )
  }

  /** Edits, deletions and read marks. */
  async function change(
    command: Of<'edit'> | Of<'delete'> | Of<'read'>,
    session: Session | undefined,
    delivery: Delivery,
  ): Promise<Outcome> {
    if (!session) return 'done'
    for (let tries = 0; ; tries++) {
      const socket = await opened(session, delivery)
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
        // Nobody waits for it, and the conversation behind it must go on.
        if (tries >= 2) return 'done'
        await pause(RETRY_MS[tries]!, delivery.signal)
      }
    }
  }

  async function changeOnce(
    command: Of<'edit'> | Of<'delete'> | Of<'read'>,
    session: Session,
    socket: WASocket,
  ): Promise<void> {
    const jid = jidOf(command.to)
    if (command.type === 'read') {
      const participant = command.participant ? { participant: jidOf(command.participant) } : {}
      await socket.readMessages(
        command.whatsappMessageIds.map(id => ({ remoteJid: jid, id, fromMe: false, ...participant })),
      )
      showOnline(session, socket, jid)
      return
    }
    const key = { remoteJid: jid, id: command.whatsappMessageId, fromMe: true }
    const content: AnyMessageContent =
      command.type === 'edit' ? { text: command.body, edit: key, linkPreview: null } : { delete: key }
    // The same command has the same id, so a second delivery changes nothing.
    const { error } = await sendAndWait(session, socket, jid, content, stanzaId(command))
    if (error) log.warn({ type: command.type, code: error }, 'WhatsApp refused a change')
  }

  /** The socket once it is open; `closed` when nobody opens it for five minutes; `stopped` when this host hands over. */
  async function opened(session: Session, { signal }: Delivery): Promise<WASocket | 'closed' | 'stopped'> {
    let closedSince = 0
    while (!signal.aborted) {
      const socket = session.socket()
      if (socket) return socket
      if (session.willOpen()) closedSince = 0
      else {
        closedSince ||= Date.now()
        if (Date.now() - closedSince >= closedMs) return 'closed'
      }
      await session.change(500)
    }
    return 'stopped'
  }

  // ---- presence ------------------------------------------------------------------------------------------------

  async function presence(command: Of<'presence'>, session: Session | undefined): Promise<Outcome> {
    const socket = session?.socket()
    if (!session || !socket) return 'done'
    const jid = jidOf(command.to)
    showOnline(session, socket, jid)
    await socket.sendPresenceUpdate(command.presence, jid).catch(() => undefined)
    return 'done'
  }

  /** Contacts' typing is told only to who is online and asked for it; the owner's handset rings only while we are not. */
  function showOnline(session: Session, socket: WASocket, jid: string): void {
    const { connectionId } = session
    const timer = online.get(connectionId)
    const quietly = (work: Promise<unknown>) => void work.catch(() => undefined)
    if (timer) timer.refresh()
    else {
      quietly(socket.sendPresenceUpdate('available'))
      const off = setTimeout(() => {
        online.delete(connectionId)
        const now = session.socket()
        if (now) quietly(now.sendPresenceUpdate('unavailable'))
      }, ONLINE_MS)
      online.set(connectionId, off.unref())
    }
    quietly(socket.presenceSubscribe(jid))
  }

  // ---- requests ------------------------------------------------------------------------------------------------

  async function reply(
    command: Of<'checkNumber'> | Of<'profilePicture'>,
    session: Session | undefined,
  ): Promise<Outcome> {
    let answer: Reply
    try {
      const until = Date.now() + REPLY_WAIT_MS
      while (session && !session.socket() && session.willOpen() && Date.now() < until) await session.change(200)
      const socket = session?.socket()
      if (!socket) answer = { type: 'error', error: 'ERR_WAPP_NOT_INITIALIZED' }
      else if (command.type === 'checkNumber') answer = await checkNumber(socket, command.number)
      else answer = await profilePicture(socket, command)
    } catch (error) {
      log.warn({ type: command.type, error: errorName(error) }, 'a request failed')
      answer = { type: 'error', error: 'ERR_WAPP_CHECK_CONTACT' }
    }
    const { companyId, requestId } = command
    const key = keys.reply(companyId, requestId)
    await options.table.send(
      new PutCommand({
        TableName: options.tableName,
        Item: {
          ...key,
          reply: answer,
          [TABLE.ttlAttribute]: Math.floor(Date.now() / 1000) + REPLY_SECONDS,
        },
      }),
    )
    return 'done'
  }

  async function checkNumber(socket: WASocket, text: string): Promise<Reply> {
    const digits = numberDigits(text)
    if (!digits) return { type: 'checkNumber', exists: false }
    const found = (await socket.onWhatsApp(digits))?.find(entry => entry.exists)
    if (!found) return { type: 'checkNumber', exists: false }
    // WhatsApp answers with the number as it knows it, which may differ by the ninth digit.
    const number = jidDecode(found.jid)?.user
    const lidJid = await socket.signalRepository.lidMapping.getLIDForPN(found.jid)
    const lid = lidJid ? peerOf(lidJid).lid : undefined
    return { type: 'checkNumber', exists: true, ...(number ? { number } : {}), ...(lid ? { lid } : {}) }
  }

  async function profilePicture(socket: WASocket, command: Of<'profilePicture'>): Promise<Reply> {
    const jid = jidOf({ number: numberDigits(command.number) ?? command.number })
    const url = await socket.profilePictureUrl(jid, 'image', 10_000).catch(error => {
      // Hidden or absent: WhatsApp says 401 or 404.
      const code = (error as { output?: { statusCode?: number }; data?: number }).data
      if (code === 404 || code === 401 || /item-not-found|not-authorized/.test(String(error))) return undefined
      throw error
    })
    if (!url) return { type: 'profilePicture', key: null }
    const owner = `${command.connectionId}|${jid}`
    return { type: 'profilePicture', key: await media.savePicture(command.companyId, owner, url) }
  }

  async function fetchMedia(command: Of<'fetchMedia'>, session: Session | undefined): Promise<Outcome> {
    if (!session) return 'done'
    const { companyId, connectionId, whatsappMessageId } = command
    const message = proto.Message.decode(Buffer.from(command.source, 'base64'))
    const part = describeMessage(message)?.part
    if (!part) return 'done'
    const key = { id: whatsappMessageId, fromMe: false, remoteJid: 'status@broadcast' }
    const stored = await media.fetch(command, { key, message }, part, () => undefined)
    await session.emit(
      { companyId, connectionId, type: 'media', whatsappMessageId, media: stored },
      chatGroup(connectionId, {}),
      `${whatsappMessageId}|${Date.now()}`,
    )
    return 'done'
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)

/** @throws when the work takes longer; it goes on unheard */
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

/** A stanza id made of the command, in the form WhatsApp Web gives its own. */
function stanzaId(command: Of<'edit'> | Of<'delete'>): string {
  const text = `${command.connectionId}|${command.type}|${command.whatsappMessageId}|${'body' in command ? command.body : ''}`
  return `3EB0${createHash('sha256').update(text).digest('hex').slice(0, 18).toUpperCase()}`
}
