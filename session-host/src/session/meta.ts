import type { FencedItems } from '../fenced-items.ts'

/** What a connection was doing, for the next host. */
export type Meta = {
  /** To be opened without anybody's asking. */
  wanted: boolean
  /** When something last came before it went down (epoch ms), until that gap was told. */
  downSince?: number | undefined
  /** The phone's address book is stored as far as the phone shared it. */
  book?: boolean
}

export type MetaStore = {
  read: () => Promise<Meta>
  /** Stores a change, if there is anything to store: what failed to be stored before goes with it. */
  keep: (change: Partial<Meta>) => Promise<void>
  /** Lets `remove` remove the stored one, between changes. */
  forget: (remove: () => Promise<void>) => Promise<void>
}

const NEW: Meta = { wanted: false }

/** A connection's `meta` row, read once, and written one change after the other. */
export function createMeta(items: Pick<FencedItems, 'get' | 'put'>): MetaStore {
  let meta: Meta | undefined
  let stored = JSON.stringify(NEW)
  let turn: Promise<unknown> = Promise.resolve()

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }

  async function read(): Promise<Meta> {
    if (meta) return meta
    const bytes = await items.get('meta')
    if (!meta) {
      meta = bytes ? (JSON.parse(bytes.toString()) as Meta) : NEW
      stored = JSON.stringify(meta)
    }
    return meta
  }

  return {
    read,
    keep: change =>
      inTurn(async () => {
        meta = { ...(await read()), ...change }
        const now = JSON.stringify(meta)
        if (now === stored) return
        await items.put('meta', Buffer.from(now))
        stored = now
      }),
    forget: remove =>
      inTurn(async () => {
        await remove()
        meta = undefined
      }),
  }
}
