import type { Peer } from '@balcao/shared/events/queues.ts'
import type { SignalKeyStore } from '@whiskeysockets/baileys'
import { peerOf } from '../mapping/jid.ts'

/** Completes a person's number by their LID and vice versa, from the stored mapping alone. */
export type Directory = { complete: (...jids: (string | null | undefined)[]) => Promise<Peer> }

/**
 * Creates a directory that reads memory and the table, but never asks WhatsApp: it is used while an
 * incoming message is not safe yet.
 */
export function createDirectory(store: () => SignalKeyStore | undefined): Directory {
  return {
    async complete(...jids) {
      const peer = peerOf(...jids)
      const keys = store()
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
    },
  }
}
