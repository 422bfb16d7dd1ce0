import type { FencedItems } from '../table/fenced-items.ts'

/** State of a connection, stored for the next host. */
export type Meta = {
  /** Whether it is opened without anybody's request. */
  wanted: boolean
  /** Time of the last frame before it went down (epoch milliseconds), until that gap was sent. */
  downSince?: number | undefined
  /** Whether the phone's address book is stored as far as the phone shared it. */
  book?: boolean
}

export type MetaStore = {
  read: () => Promise<Meta>
  /** Stores a change, if there is one, together with earlier changes that could not be stored. */
  keep: (change: Partial<Meta>) => Promise<void>
  /** Runs `remove`, which removes the stored row, between changes. */
  forget: (remove: () => Promise<void>) => Promise<void>
}

const NEW: Meta = { wanted: false }

/**
 * Creates the store of a connection's `meta` row, which is read once and written one change after
 * the other.
 */
export function createMeta(items: Pick<FencedItems, 'get' | 'put'>): MetaStore {
  let meta: Meta | undefined
  let stored = JSON.stringify(NEW)
  let last: Promise<unknown> = Promise.resolve()

  const inOrder = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
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
      inOrder(async () => {
        meta = { ...(await read()), ...change }
        const now = JSON.stringify(meta)
        if (now === stored) return
        await items.put('meta', Buffer.from(now))
        stored = now
      }),
    forget: remove =>
      inOrder(async () => {
        await remove()
        meta = undefined
      }),
  }
}
