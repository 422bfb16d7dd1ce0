import { proto } from '@whiskeysockets/baileys'
import { describeMessage } from '../describe-message.ts'
import type { Network } from '../network/network.ts'
import type { HistoryRow, MessageBody } from '../types.ts'
import { isGroup } from '../wire/stanza.ts'
import { applyReaction } from './apply-reaction.ts'
import { applyVote } from './apply-vote.ts'
import type { Phone } from './phone.ts'
import { ACK } from './receipts.ts'

const { Type } = proto.Message.ProtocolMessage

/** Origin of a message, seen from the phone it acts on. */
export type Context = { id: string; author: Phone; chat: string; fromMe: boolean; wire?: string }

/**
 * Applies a message to a phone's chats, inside the caller's transaction; returns whether its owner
 * sees a message.
 */
export function applyMessage(network: Network, phone: Phone, message: proto.IMessage, context: Context): boolean {
  const protocol = message.protocolMessage ?? message.editedMessage?.message?.protocolMessage
  if (protocol) return applyProtocol(network, phone, protocol)
  const body = describeMessage(message)
  const hasOnlyKeys = body.type === 'other' && message.senderKeyDistributionMessage
  if (hasOnlyKeys) return false
  const known = network.store.findMessage(phone.number, context.id)
  if (known) {
    // The apps drop a second copy silently; counting it lets a test see that there was one.
    known.entry.copies = (known.entry.copies ?? 1) + 1
    network.store.updateMessage(known)
    return true
  }
  record(network, phone, {
    id: context.id,
    chat: context.chat,
    from: context.author.number,
    to: isGroup(context.chat) ? context.chat : context.fromMe ? context.chat : phone.number,
    body,
    ack: context.fromMe ? ACK.server : phone.record.online ? ACK.delivered : ACK.server,
    wire: context.wire,
    proto: proto.Message.encode(message).finish(),
  })
  if (body.type === 'reaction') applyReaction(network, phone, message, context)
  if (body.type === 'vote') applyVote(network, phone, message, context)
  return true
}

/** Applies an edit or a deletion to a message the phone has. */
function applyProtocol(network: Network, phone: Phone, protocol: proto.Message.IProtocolMessage): boolean {
  const { store } = network
  const row = protocol.key?.id ? store.findMessage(phone.number, protocol.key.id) : undefined
  if (!row) return false
  if (protocol.type === Type.REVOKE) {
    const { type, from, to, at } = row.entry
    row.entry = { type, from, to, at, deleted: true }
  } else if (protocol.type === Type.MESSAGE_EDIT && protocol.editedMessage) {
    const { text, caption } = describeMessage(protocol.editedMessage)
    row.entry = { ...row.entry, ...(text !== undefined && { text }), ...(caption && { caption }), edited: true }
  } else return false
  store.updateMessage(row)
  return true
}

/** Writes a message into a phone's history. */
export function record(
  network: Network,
  phone: Phone,
  row: Pick<HistoryRow, 'id' | 'chat' | 'ack' | 'wire' | 'proto'> & { from: string; to: string; body: MessageBody },
): HistoryRow {
  return network.store.addMessage({
    number: phone.number,
    chat: row.chat,
    id: row.id,
    fromMe: row.from === phone.number,
    ack: row.ack,
    wire: row.wire,
    entry: { ...row.body, from: row.from, to: row.to, at: new Date().toISOString() },
    proto: row.proto,
  })
}
