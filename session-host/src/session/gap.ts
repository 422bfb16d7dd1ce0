import type { MetaStore } from './meta.ts'

export type Gap = {
  /** A new socket: what WhatsApp kept for us is yet to come. */
  opening: () => void
  /** WhatsApp has delivered all it had kept, or never says so. */
  replayed: () => void
  /** Tells the gap, once, when the replay is over. Call it when the connection is open. */
  settle: () => Promise<void>
}

/**
 * What is known of the time a connection was away: told once it is open again and what WhatsApp had kept has been told.
 * @param options.lastSeen when an earlier host was last known to be alive (epoch ms), if it did not say goodbye
 * @param options.takeRecovered how many messages came with the replay since the last call
 */
export function createGap(options: {
  lastSeen: number | undefined
  meta: Pick<MetaStore, 'read' | 'keep'>
  takeRecovered: () => number
  tell: (gap: { from: number; to: number; recovered: number }) => void
  now?: () => number
}): Gap {
  const { meta, now = Date.now } = options
  let unseenSince = options.lastSeen
  let replayOver = false
  return {
    opening() {
      replayOver = false
    },
    replayed() {
      replayOver = true
    },
    async settle() {
      if (!replayOver) return
      const from = (await meta.read()).downSince ?? unseenSince
      unseenSince = undefined
      if (from === undefined) return
      await meta.keep({ downSince: undefined })
      options.tell({ from, to: now(), recovered: options.takeRecovered() })
    },
  }
}
