import { proto } from '@whiskeysockets/baileys'
import { SimError } from '../errors.ts'
import type { Network } from '../network/network.ts'
import { chatJid, ownMessage, resolveChat } from './chats.ts'
import type { Phone } from './phone.ts'
import { write } from './write.ts'

const EDITABLE: ReadonlySet<string> = new Set(['text', 'image', 'video'])

/**
 * Changes a text or a caption for everyone; ERR_SIM_NOT_EDITABLE for a message that has neither or
 * is deleted.
 * @param to the chat of a message that this phone does not have
 */
export async function edit(network: Network, phone: Phone, id: string, text: string, to?: string): Promise<void> {
  const { chat, editedMessage } =
    to === undefined
      ? editedOwn(network, phone, id, text)
      : { chat: resolveChat(network, phone, to), editedMessage: { conversation: text } }
  const protocolMessage = {
    key: { remoteJid: chatJid(network, chat), fromMe: true, id },
    type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
    editedMessage,
    timestampMs: Date.now(),
  }
  await write(network, phone, chat, { protocolMessage }, '1')
}

function editedOwn(network: Network, phone: Phone, id: string, text: string) {
  const { chat, entry, proto: bytes } = ownMessage(network, phone, id)
  if (!EDITABLE.has(entry.type) || entry.deleted) throw new SimError(400, 'ERR_SIM_NOT_EDITABLE')
  const original = proto.Message.decode(bytes)
  const editedMessage: proto.IMessage = original.imageMessage
    ? { imageMessage: { ...original.imageMessage, caption: text } }
    : original.videoMessage
      ? { videoMessage: { ...original.videoMessage, caption: text } }
      : { conversation: text }
  return { chat, editedMessage }
}
