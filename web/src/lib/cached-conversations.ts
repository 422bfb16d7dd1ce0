import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { CACHED_CONVERSATIONS } from './forget-conversations.ts'
import { currentUser } from './session.ts'

/** A conversation as this device last showed it. */
type CachedConversation = {
  ticketId: string
  /** Company and user it was shown to. */
  owner: string
  /** Epoch milliseconds. */
  at: number
  ticket: Ticket
  /** The newest messages, oldest first. */
  messages: Message[]
}

const STORE = 'conversations'
/** Maximum number of conversations a device keeps. */
const MAX_CONVERSATIONS = 50

let opening: Promise<IDBDatabase | null> | undefined

const ownerNow = (): string | null => {
  const user = currentUser()
  return user && `${user.companyId}/${user.id}`
}

/**
 * Opens the database; null where nothing can be kept, in a private window of some browsers or
 * without room. Everything works without it.
 */
function open(): Promise<IDBDatabase | null> {
  opening ??= new Promise<IDBDatabase | null>(resolve => {
    if (typeof indexedDB === 'undefined') return resolve(null)
    const request = indexedDB.open(CACHED_CONVERSATIONS, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { keyPath: 'ticketId' }).createIndex('at', 'at')
    }
    request.onerror = () => resolve(null)
    request.onsuccess = () => {
      const database = request.result
      // The database is being deleted, here or in another tab.
      database.onversionchange = () => {
        database.close()
        opening = undefined
      }
      resolve(database)
    }
  }).catch(() => null)
  return opening
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const ended = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

async function within<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T | undefined> {
  try {
    // Opening would create the database again that was just deleted.
    if (ownerNow() === null) return undefined
    const database = await open()
    if (!database || ownerNow() === null) return undefined
    const transaction = database.transaction(STORE, mode)
    const end = ended(transaction)
    end.catch(() => undefined)
    const result = await work(transaction.objectStore(STORE))
    if (mode === 'readwrite') await end
    return result
  } catch {
    // No room, or closed meanwhile: the database is only a copy, so nobody is told.
    return undefined
  }
}

/**
 * Returns a conversation as it was last shown here to the signed-in user. Conversations kept for
 * anybody else are deleted.
 */
export async function readConversation(ticketId: string): Promise<CachedConversation | null> {
  const cached = await within('readonly', store =>
    answered(store.get(ticketId) as IDBRequest<CachedConversation | undefined>),
  )
  if (!cached) return null
  if (cached.owner === ownerNow()) return cached
  await within('readwrite', store => answered(store.clear()))
  return null
}

/** Keeps a conversation as it is shown, and deletes all but the `MAX_CONVERSATIONS` last kept. */
export async function cacheConversation(ticket: Ticket, messages: Message[]): Promise<void> {
  const owner = ownerNow()
  if (owner === null) return
  await within('readwrite', async store => {
    const newest = await answered(store.index('at').openCursor(null, 'prev'))
    if (newest && (newest.value as CachedConversation).owner !== owner) await answered(store.clear())
    const cached: CachedConversation = { ticketId: ticket.id, owner, at: Date.now(), ticket, messages }
    await answered(store.put(cached))
    const oldest = await answered(store.index('at').getAllKeys())
    for (const id of oldest.slice(0, Math.max(0, oldest.length - MAX_CONVERSATIONS))) await answered(store.delete(id))
  })
}

/** Removes a conversation that is deleted, or that this user may no longer see. */
export async function forgetConversation(ticketId: string): Promise<void> {
  await within('readwrite', store => answered(store.delete(ticketId)))
}
