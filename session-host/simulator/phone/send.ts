import type { proto } from '@whiskeysockets/baileys'
import { composeMessage, type Draft, type Quoted } from '../compose-message.ts'
import { SimError } from '../errors.ts'
import type { Network } from '../network/network.ts'
import { chatJid, quote, resolveChat } from './chats.ts'
import type { Phone } from './phone.ts'
import { write } from './write.ts'

/**
 * Sends to a number or a group; resolves with the message's id once it is stored and on its way.
 */
export async function send(network: Network, phone: Phone, to: string, draft: Draft): Promise<string> {
  const chat = resolveChat(network, phone, to)
  const quoted = quotedBy(network, phone, chat, draft)
  if (draft.type === 'reaction' && !quoted) throw new SimError(400, 'ERR_SIM_NO_MESSAGE')
  const message = await composeMessage(draft, quoted, (kind, blob) => network.storeMedia(kind, blob))
  return write(network, phone, chat, message)
}

function quotedBy(network: Network, phone: Phone, chat: string, draft: Draft): Quoted | undefined {
  const { quotedId, unseen } = draft
  if (quotedId === undefined) return undefined
  if (!unseen) return quote(network, phone, quotedId)
  return { id: quotedId, author: phone.jid, chat: chatJid(network, chat), fromMe: true, message: {} }
}

/** Sends any message that a modified client could make. */
export async function sendAsItIs(network: Network, phone: Phone, to: string, message: proto.IMessage): Promise<string> {
  return write(network, phone, resolveChat(network, phone, to), message)
}
