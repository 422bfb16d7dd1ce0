/** Files waiting to be sent, kept beside the texts of `unsent.ts` (decision 0007). */
type StoredFile = { id: string; owner: string; at: number; file: File }

const DATABASE = 'balcao.unsent-files'
const STORE = 'files'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onerror = () => reject(request.error)
    request.onsuccess = () => resolve(request.result)
  })
}

/**
 * Runs one transaction; returns false where the browser keeps nothing (a private window, no room).
 */
async function run(mode: IDBTransactionMode, work: (store: IDBObjectStore) => void): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false
  try {
    const database = await open()
    try {
      await new Promise<void>((resolve, reject) => {
        const transaction = database.transaction(STORE, mode)
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
        work(transaction.objectStore(STORE))
      })
    } finally {
      database.close()
    }
    return true
  } catch {
    return false
  }
}

/** Keeps a file under its message's id. Resolves with false when the browser could not. */
export const keepFile = (id: string, owner: string, file: File): Promise<boolean> =>
  run('readwrite', store => store.put({ id, owner, at: Date.now(), file } satisfies StoredFile))

/** Returns a kept file of this owner, or null. */
export async function readFile(id: string, owner: string): Promise<File | null> {
  let stored: StoredFile | undefined
  await run('readonly', store => {
    const request = store.get(id) as IDBRequest<StoredFile | undefined>
    request.onsuccess = () => {
      stored = request.result
    }
  })
  return stored?.owner === owner ? stored.file : null
}

export const dropFile = (id: string): Promise<boolean> => run('readwrite', store => store.delete(id))

/** Removes the files for which `isGone` holds. */
export const sweepFiles = (isGone: (stored: { owner: string; at: number }) => boolean) =>
  run('readwrite', store => {
    const request = store.openCursor()
    request.onsuccess = () => {
      const cursor = request.result
      if (!cursor) return
      if (isGone(cursor.value as StoredFile)) cursor.delete()
      cursor.continue()
    }
  })
