import { randomBytes } from 'node:crypto'
import { aesEncryptGCM, hmacSign, proto } from '@whiskeysockets/baileys'
import { SimError } from '../errors.ts'
import type { Network } from '../network/network.ts'
import { chatJid, quote } from './chats.ts'
import type { Phone } from './phone.ts'
import { addressesOf, digestOf, pollOf } from './poll.ts'
import { write } from './write.ts'

const IV_BYTES = 12

/**
 * Votes in a poll of any side, in place of the phone's earlier vote; no option withdraws it. A
 * message that is no poll: ERR_SIM_NO_MESSAGE; an option that it has not: ERR_SIM_NO_OPTION.
 * @returns the id of the vote, which is a message of its own
 */
export async function vote(network: Network, phone: Phone, id: string, chosen: readonly string[]): Promise<string> {
  const poll = pollOf(network.store.findMessage(phone.number, id))
  if (!poll) throw new SimError(404, 'ERR_SIM_NO_MESSAGE')
  if (chosen.some(option => !poll.options.includes(option))) throw new SimError(400, 'ERR_SIM_NO_OPTION')
  const { author, fromMe } = quote(network, phone, id)
  const { pollCreatorJid, voterJid } = addressesOf(network, poll.row.entry.from, phone)
  const encIv = randomBytes(IV_BYTES)
  const text = proto.Message.PollVoteMessage.encode({ selectedOptions: chosen.map(digestOf) }).finish()
  const sign = Buffer.concat([Buffer.from(id + pollCreatorJid + voterJid), Buffer.from('Poll Vote'), Buffer.from([1])])
  const key = hmacSign(sign, hmacSign(poll.secret, new Uint8Array(32), 'sha256'), 'sha256')
  const encPayload = aesEncryptGCM(text, key, encIv, Buffer.from(`${id}\u0000${voterJid}`))
  const chat = chatJid(network, poll.row.chat)
  return write(network, phone, poll.row.chat, {
    pollUpdateMessage: {
      pollCreationMessageKey: {
        id,
        fromMe,
        ...(chat.endsWith('@g.us') ? { remoteJid: chat, participant: author } : { remoteJid: fromMe ? chat : author }),
      },
      vote: { encPayload, encIv },
      senderTimestampMs: Date.now(),
    },
  })
}
