import { SimError } from '../errors.ts'
import type { Network } from '../network/network.ts'
import type { Phone } from './phone.ts'
import { send } from './send.ts'

/**
 * Reacts to a message of any side, replacing the phone's earlier reaction; no emoji removes it. A
 * message that is missing, deleted or itself a reaction: ERR_SIM_NO_MESSAGE.
 * @returns the id of the reaction, which is a message of its own
 */
export async function react(network: Network, phone: Phone, id: string, emoji: string): Promise<string> {
  const row = network.store.findMessage(phone.number, id)
  if (!row?.proto || row.entry.deleted || row.entry.type === 'reaction') throw new SimError(404, 'ERR_SIM_NO_MESSAGE')
  return send(network, phone, row.chat, { type: 'reaction', text: emoji, quotedId: id })
}
