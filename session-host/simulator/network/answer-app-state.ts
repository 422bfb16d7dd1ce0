import { type BinaryNode, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import { COLLECTION } from '../phone/app-state.ts'
import type { Device } from '../wire/device.ts'
import type { Network } from './network.ts'

/** Patches of one answer; the client asks again for the others. */
const MAX_PATCHES = 10

/**
 * Answers with the settings of a handset that a client does not have yet. They always come as
 * patches, also if the client asks for everything: WhatsApp answers that with a snapshot on its
 * media hosts, and clients fetch snapshots from no other host.
 */
export function answerAppState(network: Network, device: Device, sync: BinaryNode): BinaryNode {
  return {
    tag: 'sync',
    attrs: {},
    content: getBinaryNodeChildren(sync, 'collection').map((collection): BinaryNode => {
      const name = collection.attrs.name!
      const version = Number(collection.attrs.version ?? 0)
      const patches = name === COLLECTION ? network.store.patches(device.number, version, MAX_PATCHES + 1) : []
      if (patches.length === 0) return { tag: 'collection', attrs: { name, version: String(version) } }
      const more = patches.length > MAX_PATCHES
      const content = patches
        .slice(0, MAX_PATCHES)
        .map((patch): BinaryNode => ({ tag: 'patch', attrs: {}, content: patch }))
      return {
        tag: 'collection',
        attrs: { name, version: String(version), ...(more ? { has_more_patches: 'true' } : {}) },
        content: [{ tag: 'patches', attrs: {}, content }],
      }
    }),
  }
}
