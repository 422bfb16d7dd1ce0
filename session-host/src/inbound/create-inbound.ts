import { type BaileysEventMap, proto, type WAMessage, type WASocket } from '@whiskeysockets/baileys'
import type { Log } from '../log.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Journal } from '../table/journal.ts'
import type { Arrivals } from './arrivals.ts'
import { createCalls } from './calls.ts'
import { createConversations } from './conversations.ts'
import type { Directory } from './directory.ts'
import type { EventSender } from './event-sender.ts'
import { createHiddenEdits, hiddenEditIn } from './hidden-edits.ts'
import { createMessages } from './messages.ts'
import { createPresence } from './presence.ts'
import { createReactions, reactionIn } from './reactions.ts'
import { createUnfinished } from './unfinished.ts'
import { createUpdates } from './updates.ts'

const { READ, DELIVERY_ACK } = proto.WebMessageInfo.Status

export type InboundOptions = {
  companyId: string
  connectionId: string
  queue: EventSender
  journal: Journal
  media: Pick<MediaStore, 'fetch'>
  directory: Directory
  log: Log
  /** Returns the own JIDs: number and LID. */
  self: () => (string | undefined)[]
  socket: () => WASocket | undefined
  /** Returns whether this id came with the replay after a reconnect. */
  wasReplayed: (id: string) => boolean
  /** Arrival times of messages; shared by all sockets of the connection. */
  arrivals: Arrivals
  /** Returns a group's subject if it is known, without asking WhatsApp. */
  knownSubject: (jid: string) => string | undefined
  /** Asks WhatsApp for a group's subject; undefined if it gives none. */
  findSubject: (jid: string) => Promise<string | undefined>
  refusesCalls: () => Promise<boolean>
  /** Sets the promise of storage that makes a message's receipt safe to send. */
  secured: (id: string, work: Promise<void>) => void
  /**
   * Called when the table is unavailable: the session must end, so that WhatsApp keeps the unsafe
   * messages.
   */
  onFailure: (error: unknown) => void
}

export type Inbound = {
  /** Takes one block of Baileys events. All work it starts is registered before it returns. */
  take: (events: Partial<BaileysEventMap>) => void
  /** Resolves when all events taken so far are safe. */
  safe: () => Promise<unknown>
  /**
   * Returns the number of messages sent to the workers since the last call that came with the
   * replay.
   */
  takeRecovered: () => number
  /** Finishes the work that an earlier host began. */
  recover: () => Promise<void>
}

/** Turns Baileys' events of one connection into events for the workers (`inbound/`). */
export function createInbound(options: InboundOptions): Inbound {
  const { companyId, connectionId, queue, journal, media, directory, log, socket } = options
  const { knownSubject, findSubject, refusesCalls, arrivals } = options
  const ids = { companyId, connectionId }
  const pending = new Set<Promise<unknown>>()
  let recovered = 0

  const conversations = createConversations(connectionId, directory, options.self)
  const messages = createMessages({
    ids,
    conversations,
    journal,
    media,
    directory,
    socket,
    knownSubject,
    findSubject,
    unfinished: () => unfinished,
    onRecovered: () => recovered++,
  })
  const unfinished = createUnfinished({ connectionId, queue, journal, log, complete: messages.complete })
  const { emit, emitAfter } = unfinished
  const { acknowledge, update } = createUpdates({ ids, emitAfter, places: conversations, directory, log })
  const react = createReactions({ ids, emitAfter, places: conversations, directory })
  const markEdited = createHiddenEdits({ ids, emitAfter, places: conversations, directory })
  const call = createCalls({ ids, emit, directory, log, refusesCalls, socket, arrival: arrivals.now })
  const presence = createPresence({ ids, emit, directory })

  function track<T>(work: Promise<T>): Promise<T> {
    pending.add(work)
    const done = () => pending.delete(work)
    work.then(done, error => {
      done()
      options.onFailure(error)
    })
    return work
  }

  async function deliver(message: WAMessage, receivedAt: number, replayed: boolean): Promise<void> {
    await hand(message, receivedAt, replayed)
    // A placeholder of an undecryptable message keeps its place for the answer to the retry.
    if (!message.messageStubType) arrivals.done(message.key.id!)
  }

  async function hand(message: WAMessage, receivedAt: number, replayed: boolean): Promise<void> {
    if (reactionIn(message)) return react(message, receivedAt)
    if (hiddenEditIn(message)) return markEdited(message, receivedAt)
    const isSent = await messages.deliver(message, receivedAt, replayed)
    // While events are buffered, Baileys folds a receipt into the message it belongs to.
    if (isSent && message.key.fromMe) await acknowledge(message.key, message.status)
  }

  function takeMessage(message: WAMessage): void {
    const { id, remoteJid } = message.key
    if (!id || !remoteJid) return
    options.secured(id, track(deliver(message, arrivals.of(id), options.wasReplayed(id))))
  }

  return {
    take(events) {
      for (const message of events['messages.upsert']?.messages ?? []) takeMessage(message)
      for (const change of events['messages.update'] ?? []) track(update(change))
      for (const { key, receipt } of events['message-receipt.update'] ?? []) {
        const read = receipt.readTimestamp !== undefined && receipt.readTimestamp !== null
        track(acknowledge(key, read ? READ : DELIVERY_ACK))
      }
      for (const event of events.call ?? []) track(call(event))
      const typing = events['presence.update']
      // Presence is not awaited: a lost one is out of date anyway.
      if (typing) presence(typing).catch(() => undefined)
    },
    safe: () => Promise.all(pending),
    takeRecovered() {
      const count = recovered
      recovered = 0
      return count
    },
    recover: unfinished.recover,
  }
}
