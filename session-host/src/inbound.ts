import { createHash } from 'node:crypto'
import { fitInbound } from '@balcao/shared/events/fit-inbound.ts'
import {
  chatGroup,
  type InboundEvent,
  type InboundMessage,
  type Peer,
  type StoredMedia,
} from '@balcao/shared/events/queues.ts'
import {
  type BaileysEventMap,
  proto,
  type WACallEvent,
  type WAMessage,
  type WAMessageKey,
  type WAMessageUpdate,
  type WASocket,
} from '@whiskeysockets/baileys'
import type { Directory } from './directory.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { errorName, type Log } from './log.ts'
import { ackOf, isRefused, SEND_FAILED } from './mapping/ack.ts'
import { describeMessage, editedText } from './mapping/describe-message.ts'
import { chatKind, groupIdOf, peerOf } from './mapping/jid.ts'
import type { MediaStore } from './media.ts'
import type { HandOver } from './session/hand-over.ts'

type MessageEntry = Extract<JournalEntry, { type: 'message' }>

const { StubType } = proto.WebMessageInfo
/** How long a call is remembered to tell a missed one from an answered one. */
const CALLS = 200

export type InboundOptions = {
  companyId: string
  connectionId: string
  queue: HandOver
  journal: Journal
  media: MediaStore
  directory: Directory
  log: Log
  /** Own JIDs, number and LID. */
  self: () => (string | undefined)[]
  socket: () => WASocket | undefined
  /** Whether this id came with the replay after a reconnect. */
  wasReplayed: (id: string) => boolean
  /** A group's subject as far as it is known, without asking WhatsApp. */
  knownSubject: (jid: string) => string | undefined
  /** Asks WhatsApp for it; undefined when it cannot be told. */
  findSubject: (jid: string) => Promise<string | undefined>
  refusesCalls: () => Promise<boolean>
  /** Tells which stored promise makes a message's receipt safe to send. */
  secured: (id: string, work: Promise<void>) => void
  /** The table is out of reach: the session must end, so that WhatsApp keeps what is not safe. */
  onFailure: (error: unknown) => void
}

export type Inbound = {
  /** Takes one block of Baileys events. Everything it starts is registered before it returns. */
  take: (events: Partial<BaileysEventMap>) => void
  /** Resolves when all events taken so far are safe. */
  safe: () => Promise<unknown>
  /** Messages told that came with the replay, since the last call. */
  takeRecovered: () => number
  /** Finishes what an earlier host began. */
  recover: () => Promise<void>
}

/** Turns Baileys' events of one connection into events for the workers. */
export function createInbound(options: InboundOptions): Inbound {
  const { companyId, connectionId, queue, journal, log } = options
  const base = { companyId, connectionId }
  const pending = new Set<Promise<unknown>>()
  /** Messages whose event is not on the queue yet, by WhatsApp id; the slow ones are in the journal meanwhile. */
  const unfinished = new Map<string, { work: Promise<unknown>; slow: boolean }>()
  const calls = new Map<string, { video: boolean; over: boolean }>()
  let lastReceivedAt = 0
  let recovered = 0

  const arrival = () => {
    lastReceivedAt = Math.max(Date.now(), lastReceivedAt + 1)
    return lastReceivedAt
  }

  function track<T>(work: Promise<T>): Promise<T> {
    pending.add(work)
    const done = () => pending.delete(work)
    work.then(done, error => {
      done()
      options.onFailure(error)
    })
    return work
  }

  const emit = (event: InboundEvent, group: string, identity: string) =>
    queue.send(event, group, identity, refused =>
      journal.setAside(`refused#${eventName(event, identity)}`, {
        type: 'event',
        event: refused,
        group,
        identity,
        after: '',
      }),
    )

  const eventName = ({ type }: InboundEvent, identity: string) =>
    `event#${createHash('sha256').update(`${type}|${identity}`).digest('hex').slice(0, 32)}`

  /** Sends an event that concerns a message; while that one is still being fetched the journal keeps it. */
  async function emitAfter(id: string, event: InboundEvent, group: string, identity: string): Promise<void> {
    const before = unfinished.get(id)
    if (!before?.slow) {
      await before?.work
      return emit(event, group, identity)
    }
    const name = eventName(event, identity)
    await journal.add(name, { type: 'event', event: fitInbound(event), group, identity, after: id })
    background(before.work.then(() => emit(event, group, identity)).then(() => journal.remove(name)))
  }

  function background(work: Promise<unknown>): void {
    work.catch(error => log.warn({ error: errorName(error) }, 'an event stays in the journal'))
  }

  // ---- messages ------------------------------------------------------------------------------------------------

  function takeMessage(message: WAMessage): void {
    const { id, remoteJid } = message.key
    if (!id || !remoteJid) return
    options.secured(id, track(deliver(message, arrival(), options.wasReplayed(id))))
  }

  async function deliver(message: WAMessage, receivedAt: number, replayed: boolean): Promise<void> {
    const jid = message.key.remoteJid!
    const kind = chatKind(jid)
    // A placeholder of what could not be decrypted: the sender is asked again, and the answer has the same id.
    if (kind === 'other' || message.messageStubType) return
    const described = describeMessage(message.message)
    if (!described || isSelf(jid)) return
    if (replayed) recovered++
    const subjectMissing = kind === 'group' && options.knownSubject(jid) === undefined
    const id = message.key.id!
    if (!described.part && !subjectMissing) {
      await unfinishedUntil(id, false, send(message, receivedAt, replayed))
    } else {
      const entry = { type: 'message' as const, message, receivedAt, replayed, attempts: 0 }
      const stored = journal.add(`message#${id}`, entry)
      background(finish(entry, stored))
      await stored
    }
    await foldedStatus(message)
  }

  function unfinishedUntil<T>(id: string, slow: boolean, work: Promise<T>): Promise<T> {
    const entry = { work, slow }
    unfinished.set(id, entry)
    const forget = () => {
      if (unfinished.get(id) === entry) unfinished.delete(id)
    }
    work.then(forget, forget)
    return work
  }

  function finish(entry: MessageEntry, stored: Promise<void>): Promise<void> {
    const id = entry.message.key.id!
    const work = stored.then(() => complete(entry)).then(() => journal.remove(`message#${id}`))
    return unfinishedUntil(id, true, work)
  }

  /** The slow part: the bytes into the bucket, a group's subject from WhatsApp. */
  async function complete(entry: MessageEntry): Promise<void> {
    const { message, receivedAt, replayed } = entry
    const jid = message.key.remoteJid!
    const attempts = {
      made: entry.attempts,
      keep: (made: number) => journal.add(`message#${message.key.id}`, { ...entry, attempts: made }),
    }
    const part = describeMessage(message.message)?.part
    const [media] = await Promise.all([
      part && options.media.fetch(base, message, part, options.socket, attempts),
      chatKind(jid) === 'group' && options.knownSubject(jid) === undefined ? options.findSubject(jid) : undefined,
    ])
    await send(message, receivedAt, replayed, media)
  }

  async function send(message: WAMessage, receivedAt: number, replayed: boolean, media?: StoredMedia): Promise<void> {
    const { part: _, ...described } = describeMessage(message.message)!
    const jid = message.key.remoteJid!
    const fromMe = message.key.fromMe === true
    const where = await place(message.key)
    const event: InboundMessage = {
      ...base,
      type: 'message',
      whatsappMessageId: message.key.id!,
      chat: where.chat,
      fromMe,
      sentAt: Number(message.messageTimestamp ?? 0) * 1000,
      receivedAt,
      replayed,
      ...described,
      ...(media ? { media } : {}),
      ...(message.pushName && !fromMe ? { pushName: message.pushName } : {}),
    }
    if (chatKind(jid) === 'group') {
      const subject = options.knownSubject(jid)
      event.group = { id: groupIdOf(jid), ...(subject ? { subject } : {}) }
      const sender = await options.directory.complete(message.key.participant, message.key.participantAlt)
      event.sender = { ...sender, ...(message.pushName ? { name: message.pushName } : {}) }
    }
    await emit(event, where.group, event.whatsappMessageId)
  }

  /** The chat of a key and the queue group of its events. */
  async function place(key: WAMessageKey): Promise<{ chat: Peer; group: string }> {
    const jid = key.remoteJid!
    if (chatKind(jid) === 'group') {
      const groupId = groupIdOf(jid)
      return { chat: { number: groupId }, group: chatGroup(connectionId, { groupId }) }
    }
    // A broadcast list is a message to each of its members; the other person is who sent it.
    const [main, other] =
      chatKind(jid) === 'broadcast' ? [key.participant, key.participantAlt] : [jid, key.remoteJidAlt]
    // On a message of our own the second JID may be ours.
    const chat = await options.directory.complete(main, isSelf(other) ? undefined : other)
    return { chat, group: chatGroup(connectionId, chat) }
  }

  function isSelf(jid: string | null | undefined): boolean {
    if (!jid) return false
    const own = peerOf(...options.self())
    const peer = peerOf(jid)
    return (peer.number !== undefined && peer.number === own.number) || (peer.lid !== undefined && peer.lid === own.lid)
  }

  // ---- what happens to messages --------------------------------------------------------------------------------

  /** While events are buffered Baileys folds a receipt into the message it belongs to. */
  async function foldedStatus(message: WAMessage): Promise<void> {
    if (message.key.fromMe) await acknowledge(message.key, message.status)
  }

  async function acknowledge(key: WAMessageKey, status: number | null | undefined, code?: string): Promise<void> {
    const id = key.id
    if (!id || !key.fromMe || !key.remoteJid) return
    const refused = isRefused(status)
    const ack = refused ? 0 : ackOf(status)
    if (ack === undefined || (!refused && ack < 2)) return
    if (refused) log.warn({ code }, 'WhatsApp refused a message')
    const { group } = await place(key)
    const event: InboundEvent = {
      ...base,
      type: 'ack',
      whatsappMessageId: id,
      ack,
      ...(refused ? { error: SEND_FAILED } : {}),
    }
    await emitAfter(id, event, group, `${id}|${ack}`)
  }

  async function update({ key, update }: WAMessageUpdate): Promise<void> {
    if (!key.id || !key.remoteJid || chatKind(key.remoteJid) === 'other') return
    const at = Number(update.messageTimestamp ?? 0) * 1000 || Date.now()
    if (update.messageStubType === StubType.REVOKE) {
      const { group } = await place(key)
      const event: InboundEvent = {
        ...base,
        type: 'delete',
        whatsappMessageId: key.id,
        fromMe: key.fromMe === true,
        at,
      }
      return emitAfter(key.id, event, group, key.id)
    }
    const edited = update.message?.editedMessage?.message
    if (edited) {
      const body = editedText(edited)
      if (body === undefined) return
      const { group } = await place(key)
      const event: InboundEvent = {
        ...base,
        type: 'edit',
        whatsappMessageId: key.id,
        body,
        fromMe: key.fromMe === true,
        at,
      }
      return emitAfter(key.id, event, group, `${key.id}|${at}|${body}`)
    }
    if (update.status !== undefined) {
      await acknowledge(key, update.status, update.messageStubParameters?.[0] ?? undefined)
    }
  }

  // ---- calls ---------------------------------------------------------------------------------------------------

  async function call(call: WACallEvent): Promise<void> {
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
      // Too late for a call that was over before we were there; then it is a refused one all the same.
      if (!call.offline) {
        // Not awaited: its frame leaves after the call's acknowledgement, which waits for this event.
        options
          .socket()
          ?.rejectCall(call.id, call.from)
          .catch(error => log.warn({ error: errorName(error) }, 'a call could not be refused'))
      }
      return logCall(call, known.video, true)
    }
    if (call.status === 'accept') known.over = true
    if (call.status === 'timeout' || call.status === 'terminate' || call.status === 'reject') {
      known.over = true
      return logCall(call, known.video, false)
    }
  }

  async function logCall(call: WACallEvent, video: boolean, refused: boolean): Promise<void> {
    const chat = await options.directory.complete(call.from, call.callerPn, call.chatId)
    const event: InboundMessage = {
      ...base,
      type: 'message',
      whatsappMessageId: call.id,
      chat,
      fromMe: false,
      sentAt: call.date.getTime(),
      receivedAt: arrival(),
      replayed: call.offline,
      kind: 'call_log',
      body: '',
      call: { video, refused },
    }
    await emit(event, chatGroup(connectionId, chat), call.id)
  }

  // ---- presence ------------------------------------------------------------------------------------------------

  async function presence({ id, presences }: BaileysEventMap['presence.update']): Promise<void> {
    if (chatKind(id) !== 'person') return
    for (const [participant, data] of Object.entries(presences)) {
      const state = data.lastKnownPresence
      if (state !== 'composing' && state !== 'recording' && state !== 'paused') continue
      const chat = await options.directory.complete(id, participant)
      const at = Date.now()
      const event: InboundEvent = { ...base, type: 'presence', chat, presence: state, at }
      await emit(event, chatGroup(connectionId, chat), `${participant}|${state}|${at}`)
    }
  }

  return {
    take(events) {
      for (const message of events['messages.upsert']?.messages ?? []) takeMessage(message)
      for (const change of events['messages.update'] ?? []) track(update(change))
      for (const { key, receipt } of events['message-receipt.update'] ?? []) {
        const read = receipt.readTimestamp !== undefined && receipt.readTimestamp !== null
        const { READ, DELIVERY_ACK } = proto.WebMessageInfo.Status
        track(acknowledge(key, read ? READ : DELIVERY_ACK))
      }
      for (const event of events.call ?? []) track(call(event))
      const typing = events['presence.update']
      // Not worth waiting for: a presence that is lost is out of date anyway.
      if (typing) presence(typing).catch(() => undefined)
    },
    safe: () => Promise.all(pending),
    takeRecovered() {
      const count = recovered
      recovered = 0
      return count
    },
    async recover() {
      const { entries, unreadable } = await journal.read()
      let untold = unreadable
      for (const { name, entry } of entries) {
        if (entry.type !== 'message') continue
        if (!describeMessage(entry.message.message)) {
          untold++
          await journal.setAside(name, entry)
          continue
        }
        background(finish(entry, Promise.resolve()))
      }
      if (untold) log.error({ connectionId, entries: untold }, 'journal entries that cannot be told are set aside')
      for (const { name, entry } of entries) {
        if (entry.type !== 'event') continue
        const before = unfinished.get(entry.after)?.work ?? Promise.resolve()
        background(before.then(() => emit(entry.event, entry.group, entry.identity)).then(() => journal.remove(name)))
      }
    },
  }
}
