import { vi } from 'vitest'

type Row = { id: string }

/** A request that succeeds a moment later with what `read` answers. */
function request<T>(read: () => T) {
  const made: { result?: T; onsuccess?: () => void } = {}
  queueMicrotask(() => {
    made.result = read()
    made.onsuccess?.()
  })
  return made
}

/** The part of an object store that `unsent-files.ts` uses, over rows in memory. */
function storeOver(rows: Map<string, Row>) {
  return {
    put: (row: Row) => request(() => rows.set(row.id, row)),
    get: (id: string) => request(() => rows.get(id)),
    delete: (id: string) => request(() => rows.delete(id)),
    openCursor() {
      const made: { result?: unknown; onsuccess?: () => void } = {}
      const left = [...rows.values()]
      const next = () =>
        queueMicrotask(() => {
          const value = left.shift()
          made.result = value ? { value, delete: () => rows.delete(value.id), continue: next } : null
          made.onsuccess?.()
        })
      next()
      return made
    },
  }
}

/** Gives the page an IndexedDB of one store, which it has not in jsdom. Returns its rows. */
export function memoryIndexedDb(): Map<string, Row> {
  const rows = new Map<string, Row>()
  const database = {
    createObjectStore: () => undefined,
    close: () => undefined,
    transaction() {
      const transaction: { objectStore: () => unknown; oncomplete?: () => void } = {
        objectStore: () => storeOver(rows),
      }
      // Behind everything that its requests ask for.
      setTimeout(() => transaction.oncomplete?.(), 5)
      return transaction
    },
  }
  vi.stubGlobal('indexedDB', {
    open() {
      const made: { result: unknown; onupgradeneeded?: () => void; onsuccess?: () => void } = { result: database }
      queueMicrotask(() => {
        made.onupgradeneeded?.()
        made.onsuccess?.()
      })
      return made
    },
  })
  return rows
}
