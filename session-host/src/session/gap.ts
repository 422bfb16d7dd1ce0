import type { MetaStore } from './meta.ts'

export type Gap = {
  /** Records a new socket: the messages that WhatsApp kept are still to come. */
  opening: () => void
  /** Records that WhatsApp has delivered all kept messages, or that it will not say so. */
  replayed: () => void
  /** Sends the gap once, after the replay. It must be called when the connection is open. */
  settle: () => Promise<void>
}

/**
 * Creates the record of the time a connection was away: it is sent once the connection is open
 * again and the kept messages were sent.
 * @param options.lastSeen when an earlier host was last known to be alive (epoch milliseconds), if
 * it did not end in order
 * @param options.takeRecovered how many messages came with the replay since the last call
 */
export function createGap(options: {
  lastSeen: number | undefined
  meta: Pick<MetaStore, 'read' | 'keep'>
  takeRecovered: () => number
  onGap: (gap: { from: number; to: number; recovered: number }) => void
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
      options.onGap({ from, to: now(), recovered: options.takeRecovered() })
    },
  }
}
