import type { FencedItems } from '../table/fenced-items.ts'

/** State of a connection, stored for the next host. */
export type Meta = {
  /** True if it is opened without anybody's request. */
  wanted: boolean
  /** Time of the last frame before it went down (epoch milliseconds), until that gap was sent. */
  downSince?: number | undefined
  /** True if the phone's address book is stored as far as the phone shared it. */
  book?: boolean
}

const NEW: Meta = { wanted: false }

/** A connection's `meta` row, which is read once and written one change after the other. */
export class MetaStore {
  readonly #items: Pick<FencedItems, 'get' | 'put'>
  #meta: Meta | undefined
  #stored = JSON.stringify(NEW)
  #last: Promise<unknown> = Promise.resolve()

  constructor(items: Pick<FencedItems, 'get' | 'put'>) {
    this.#items = items
  }

  async read(): Promise<Meta> {
    if (this.#meta) return this.#meta
    const bytes = await this.#items.get('meta')
    if (!this.#meta) {
      this.#meta = bytes ? (JSON.parse(bytes.toString()) as Meta) : NEW
      this.#stored = JSON.stringify(this.#meta)
    }
    return this.#meta
  }

  /** Stores a change, if there is one, together with earlier changes that could not be stored. */
  keep(change: Partial<Meta>): Promise<void> {
    return this.#inOrder(async () => {
      this.#meta = { ...(await this.read()), ...change }
      const now = JSON.stringify(this.#meta)
      if (now === this.#stored) return
      await this.#items.put('meta', Buffer.from(now))
      this.#stored = now
    })
  }

  /** Runs `remove`, which removes the stored row, between changes. */
  forget(remove: () => Promise<void>): Promise<void> {
    return this.#inOrder(async () => {
      await remove()
      this.#meta = undefined
    })
  }

  #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => undefined)
    return result
  }
}
