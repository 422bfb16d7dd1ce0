import { proto } from '@whiskeysockets/baileys'
import type { Network } from '../network/network.ts'
import { chatJid, ownMessage, resolveChat } from './chats.ts'
import type { Phone } from './phone.ts'
import { write } from './write.ts'

/**
 * Deletes a message for everyone.
 * @param to the chat of a message that this phone does not have
 */
export async function remove(network: Network, phone: Phone, id: string, to?: string): Promise<void> {
  const chat = to === undefined ? ownMessage(network, phone, id).chat : resolveChat(network, phone, to)
  const key = { remoteJid: chatJid(network, chat), fromMe: true, id }
  const type = proto.Message.ProtocolMessage.Type.REVOKE
  await write(network, phone, chat, { protocolMessage: { key, type } }, '7')
}
