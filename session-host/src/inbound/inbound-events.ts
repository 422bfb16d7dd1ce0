import { type BaileysEventMap, proto, type WAMessage } from '@whiskeysockets/baileys'
import type { Log } from '../log.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { Gap } from '../session/gap.ts'
import type { Groups } from '../session/groups.ts'
import type { ShardSessions } from '../shards/shard-sessions.ts'
import type { CurrentSocket } from '../socket/current-socket.ts'
import type { Stanzas } from '../socket/stanzas.ts'
import type { Journal } from '../table/journal.ts'
import type { PollSecrets } from '../table/poll-secrets.ts'
import type { Arrivals } from './arrivals.ts'
import { Calls } from './calls.ts'
import { Conversations } from './conversations.ts'
import type { Directory } from './directory.ts'
import type { EventSender } from './event-sender.ts'
import { EventWriter } from './event-writer.ts'
import { HiddenEdits, hiddenEditIn } from './hidden-edits.ts'
import { InboundMessages } from './inbound-messages.ts'
import { MessageEvents } from './message-events.ts'
import type { PendingWork } from './pending-work.ts'
import { PollVotes, pollVoteIn } from './poll-votes.ts'
import { Presence } from './presence.ts'
import { Reactions, reactionIn } from './reactions.ts'
import { UnfinishedEvents } from './unfinished-events.ts'
import { Updates } from './updates.ts'

const { READ, DELIVERY_ACK } = proto.WebMessageInfo.Status

export type InboundParts = {
  companyId: string
  connectionId: string
  queue: EventSender
  journal: Journal
  pollSecrets: Pick<PollSecrets, 'keep' | 'find'>
  media: Pick<MediaStore, 'fetch'>
  directory: Pick<Directory, 'complete'>
  groups: Pick<Groups, 'knownSubject' | 'findSubject'>
  gap: Pick<Gap, 'countRecovered'>
  stanzas: Pick<Stanzas, 'secured' | 'wasReplayed'>
  pending: PendingWork
  arrivals: Arrivals
  current: Pick<CurrentSocket, 'socket' | 'ownJids'>
  shard: Pick<ShardSessions, 'refusesCalls'>
  log: Log
}

/** Turns Baileys' events of one connection into events for the workers. */
export class InboundEvents {
  readonly #parts: InboundParts
  readonly #unfinished: UnfinishedEvents
  readonly #messages: InboundMessages
  readonly #updates: Updates
  readonly #reactions: Reactions
  readonly #hiddenEdits: HiddenEdits
  readonly #pollVotes: PollVotes
  readonly #calls: Calls
  readonly #presence: Presence

  constructor(parts: InboundParts) {
    const { companyId, connectionId, queue, journal, media, directory, groups, gap, current, log } = parts
    const ids = { companyId, connectionId }
    const conversations = new Conversations({ connectionId, directory, current })
    const events = new EventWriter({ connectionId, queue, journal, log })
    const messages = new MessageEvents({ ids, events, conversations, journal, media, directory, groups, current })
    const unfinished = new UnfinishedEvents({ connectionId, journal, messages, events, log })
    this.#parts = parts
    this.#unfinished = unfinished
    this.#messages = new InboundMessages({ messages, unfinished, conversations, gap })
    this.#updates = new Updates({ ids, unfinished, conversations, directory, log })
    this.#reactions = new Reactions({ ids, unfinished, conversations, directory })
    this.#hiddenEdits = new HiddenEdits({ ids, unfinished, conversations, directory })
    const secrets = parts.pollSecrets
    this.#pollVotes = new PollVotes({ ids, unfinished, conversations, directory, secrets, current, log })
    this.#calls = new Calls({ ids, events, directory, arrivals: parts.arrivals, current, shard: parts.shard, log })
    this.#presence = new Presence({ ids, events, directory })
  }

  /** Takes one block of Baileys events. All work it starts is registered before it returns. */
  take(batch: Partial<BaileysEventMap>): void {
    const { pending } = this.#parts
    for (const message of batch['messages.upsert']?.messages ?? []) this.#takeMessage(message)
    for (const change of batch['messages.update'] ?? []) void pending.track(this.#updates.update(change))
    for (const { key, receipt } of batch['message-receipt.update'] ?? []) {
      const read = receipt.readTimestamp !== undefined && receipt.readTimestamp !== null
      void pending.track(this.#updates.acknowledge(key, read ? READ : DELIVERY_ACK))
    }
    for (const call of batch.call ?? []) void pending.track(this.#calls.take(call))
    const typing = batch['presence.update']
    // Presence is not awaited: a lost one is out of date anyway.
    if (typing) this.#presence.take(typing).catch(() => undefined)
  }

  /** Resolves when all events taken so far are safe. */
  safe(): Promise<unknown> {
    return this.#parts.pending.safe()
  }

  /** Finishes the work that an earlier host began. */
  recover(): Promise<void> {
    return this.#unfinished.recover()
  }

  #takeMessage(message: WAMessage): void {
    const { id, remoteJid } = message.key
    if (!id || !remoteJid) return
    const { pending, stanzas, arrivals } = this.#parts
    stanzas.secured(id, pending.track(this.#deliver(message, arrivals.of(id), stanzas.wasReplayed(id))))
  }

  async #deliver(message: WAMessage, receivedAt: number, replayed: boolean): Promise<void> {
    await this.#deliverByKind(message, receivedAt, replayed)
    // A placeholder of an undecryptable message keeps its place for the answer to the retry.
    if (!message.messageStubType) this.#parts.arrivals.done(message.key.id!)
  }

  async #deliverByKind(message: WAMessage, receivedAt: number, replayed: boolean): Promise<void> {
    if (reactionIn(message)) return this.#reactions.take(message, receivedAt)
    if (hiddenEditIn(message)) return this.#hiddenEdits.take(message, receivedAt)
    if (pollVoteIn(message)) return this.#pollVotes.take(message, receivedAt)
    // Delivered at once, so that events about a poll wait for it while its secret is being written.
    const [isSent] = await Promise.all([
      this.#messages.deliver(message, receivedAt, replayed),
      this.#pollVotes.keepSecret(message),
    ])
    // While events are buffered, Baileys folds a receipt into the message it belongs to.
    if (isSent && message.key.fromMe) await this.#updates.acknowledge(message.key, message.status)
  }
}
