import { decryptPollVote, normalizeMessageContent, type proto } from '@whiskeysockets/baileys'
import type { Network } from '../network/network.ts'
import type { PollVote } from '../types.ts'
import type { Phone } from './phone.ts'
import { addressesOf, digestOf, pollOf } from './poll.ts'

/**
 * Stores a vote with its poll in place of its author's former one, inside the caller's transaction.
 * One that this phone cannot decrypt changes nothing.
 */
export function applyVote(
  network: Network,
  phone: Phone,
  message: proto.IMessage,
  { author, chat }: { author: Phone; chat: string },
): void {
  const update = normalizeMessageContent(message)?.pollUpdateMessage
  const id = update?.pollCreationMessageKey?.id
  const poll = id ? pollOf(network.store.findMessage(phone.number, id)) : undefined
  if (!id || !poll || poll.row.chat !== chat || !update?.vote?.encPayload || !update.vote.encIv) return
  let digests: string[]
  try {
    const given = { encPayload: update.vote.encPayload, encIv: update.vote.encIv }
    const context = { ...addressesOf(network, poll.row.entry.from, author), pollMsgId: id, pollEncKey: poll.secret }
    digests = decryptPollVote(given, context).selectedOptions!.map(digest => Buffer.from(digest).toString('hex'))
  } catch {
    return
  }
  const options = poll.options.filter(option => digests.includes(digestOf(option).toString('hex')))
  const votes = (poll.row.entry.votes ?? []).filter(one => one.from !== author.number)
  const next: PollVote = { from: author.number, options }
  poll.row.entry.votes = [...votes, ...(options.length > 0 ? [next] : [])]
  network.store.updateMessage(poll.row)
}
