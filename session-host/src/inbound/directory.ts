import type { Peer } from '@balcao/shared/events/queues.ts'
import { peerOf } from '../mapping/jid.ts'
import type { CurrentSocket } from '../socket/current-socket.ts'

/**
 * Completes a person's number by their LID and vice versa, from the stored mapping alone. It reads
 * memory and the table, but never asks WhatsApp: it is used while an incoming message is not safe
 * yet.
 */
export class Directory {
  readonly #current: Pick<CurrentSocket, 'auth'>

  constructor(current: Pick<CurrentSocket, 'auth'>) {
    this.#current = current
  }

  async complete(...jids: (string | null | undefined)[]): Promise<Peer> {
    const peer = peerOf(...jids)
    const keys = this.#current.auth?.keys
    if (!keys) return peer
    if (peer.lid && !peer.number) {
      const name = `${peer.lid}_reverse`
      const { [name]: number } = await keys.get('lid-mapping', [name])
      if (number) peer.number = number
    } else if (peer.number && !peer.lid) {
      const { [peer.number]: lid } = await keys.get('lid-mapping', [peer.number])
      if (lid) peer.lid = lid
    }
    return peer
  }
}
