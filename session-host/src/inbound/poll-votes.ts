import type { InboundPollVote, Peer } from '@balcao/shared/events/queues.ts'
import { decryptPollVote, jidNormalizedUser, type proto, type WAMessage } from '@whiskeysockets/baileys'
import type { Log } from '../log.ts'
import { chatKind } from '../mapping/jid.ts'
import { unwrapMessage } from '../mapping/message-kinds.ts'
import type { CurrentSocket } from '../socket/current-socket.ts'
import type { PollSecret, PollSecrets } from '../table/poll-secrets.ts'
import { locateMessage } from './message-location.ts'
import type { MessageChangeParts } from './reactions.ts'

/** Returns a message's vote in a poll; undefined if it is none. */
export const pollVoteIn = ({ message }: WAMessage): proto.Message.IPollUpdateMessage | undefined =>
  unwrapMessage(message)?.pollUpdateMessage ?? undefined

/** Returns the secret of the poll that a message asks; undefined if it is none. */
export function pollSecretIn({ message }: WAMessage): Uint8Array | undefined {
  const content = unwrapMessage(message)
  const poll =
    content?.pollCreationMessage ??
    content?.pollCreationMessageV2 ??
    content?.pollCreationMessageV3 ??
    content?.pollCreationMessageV5
  const secret = content?.messageContextInfo?.messageSecret ?? message?.messageContextInfo?.messageSecret
  return (poll && secret) || undefined
}

type Parts = MessageChangeParts & {
  secrets: Pick<PollSecrets, 'keep' | 'find'>
  current: Pick<CurrentSocket, 'ownJids'>
  log: Log
}

/**
 * Keeps the secrets of polls, and turns votes into events, each after the poll it is
 * about. A vote in a poll of which the secret is not known, or that nobody in the
 * chat could have made, is ignored.
 */
export class PollVotes {
  readonly #parts: Parts
  /** Secrets that are being written, by the poll's id: a vote may come right behind its poll. */
  readonly #writing = new Map<string, Promise<void>>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Keeps the secret of a poll. To be awaited before the message counts as received. */
  async keepSecret(message: WAMessage): Promise<void> {
    const secret = pollSecretIn(message)
    if (!secret) return
    const id = message.key.id!
    const written = this.#authorsOf(message).then(authors => this.#parts.secrets.keep(id, secret, authors))
    this.#writing.set(id, written)
    try {
      await written
    } finally {
      if (this.#writing.get(id) === written) this.#writing.delete(id)
    }
  }

  /** Takes a vote; resolves when its event is on the queue, or in the journal. */
  async take(message: WAMessage, receivedAt: number): Promise<void> {
    const { ids, unfinished, conversations, directory, secrets, log } = this.#parts
    const update = pollVoteIn(message)
    const jid = message.key.remoteJid
    const whatsappMessageId = update?.pollCreationMessageKey?.id
    if (!update?.vote || !jid || !whatsappMessageId) return
    if (chatKind(jid) === 'other' || conversations.isSelf(jid)) return
    await this.#writing.get(whatsappMessageId)
    const poll = await secrets.find(whatsappMessageId)
    const options = poll && decrypt(update.vote, whatsappMessageId, poll, await this.#authorsOf(message))
    if (!options) {
      log.warn({ known: poll !== undefined }, 'a vote could not be read')
      return
    }
    const fromMe = message.key.fromMe === true
    const { queueGroup, ...place } = await locateMessage(message.key, { conversations, directory })
    const { sender } = place
    if (sender && message.pushName) sender.name = message.pushName
    const at = Number(update.senderTimestampMs ?? 0) || Number(message.messageTimestamp ?? 0) * 1000
    const event: InboundPollVote = {
      ...ids,
      ...place,
      type: 'pollVote',
      whatsappMessageId,
      fromMe,
      options,
      // A clock that is ahead must not outlast the same person's later vote.
      at: at > 0 ? Math.min(at, receivedAt) : receivedAt,
    }
    await unfinished.emitAfter(whatsappMessageId, event, queueGroup, `${whatsappMessageId}|vote|${message.key.id}`)
  }

  /**
   * Returns the JIDs under which a message's author may have encrypted it: by number and by LID, of
   * which a message in a group often names one alone.
   */
  async #authorsOf({ key }: WAMessage): Promise<string[]> {
    if (key.fromMe) return unique(this.#parts.current.ownJids())
    const jids = key.participant ? [key.participant, key.participantAlt] : [key.remoteJid, key.remoteJidAlt]
    return unique([...jids, ...jidsOf(await this.#parts.directory.complete(...jids))])
  }
}

const unique = (jids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(jids.flatMap(jid => (jid ? [jidNormalizedUser(jid)] : []))),
]

/** Returns both JIDs of a person. */
const jidsOf = ({ number, lid }: Peer): string[] => [
  ...(number ? [`${number}@s.whatsapp.net`] : []),
  ...(lid ? [`${lid}@lid`] : []),
]

/**
 * Returns the digests (hex) of the chosen options. Author and voter are part of the key; which of
 * their JIDs the voter's app used is not said, so each is tried: only the right one decrypts.
 */
function decrypt(
  { encPayload, encIv }: proto.Message.IPollEncValue,
  pollMsgId: string,
  { secret, creators }: PollSecret,
  voters: readonly string[],
): string[] | undefined {
  if (!encPayload || !encIv) return undefined
  for (const pollCreatorJid of creators)
    for (const voterJid of voters) {
      try {
        const vote = decryptPollVote({ encPayload, encIv }, { pollCreatorJid, pollMsgId, pollEncKey: secret, voterJid })
        return (vote.selectedOptions ?? []).map(digest => Buffer.from(digest).toString('hex'))
      } catch {
        // Encrypted under another pair.
      }
    }
  return undefined
}
