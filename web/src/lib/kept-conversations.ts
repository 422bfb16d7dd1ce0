import type { Message } from '@balcao/shared/entities/message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { KEPT_CONVERSATIONS } from './forget-conversations.ts'
import { currentUser } from './session.ts'

/** A conversation as this device last had it. */
type Kept = {
  ticketId: string
  /** Company and user it was shown to. */
  owner: string
  /** Epoch milliseconds. */
  at: number
  ticket: Ticket
  /** The newest, oldest first. */
  messages: Message[]
}

const STORE = 'conversations'
/** Conversations a device keeps. */
const MOST = 50

let opening: Promise<IDBDatabase | null> | undefined

const ownerNow = (): string | null => {
  const user = currentUser()
  return user && `${user.companyId}/${user.id}`
}

/** Null where nothing can be kept: in a private window of some browsers, or without room. Everything works without it. */
function open(): Promise<IDBDatabase | null> {
  opening ??= new Promise<IDBDatabase | null>(resolve => {
    if (typeof indexedDB === 'undefined') return resolve(null)
    const request = indexedDB.open(KEPT_CONVERSATIONS, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(STORE, { keyPath: 'ticketId' }).createIndex('at', 'at')
    }
    request.onerror = () => resolve(null)
    request.onsuccess = () => {
      const database = request.result
      // It is being deleted, here or in another tab.
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
    // Opening would make it anew, which was just taken away.
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
    // No room, or closed meanwhile: what is kept is a copy, and nobody is told that there is none.
    return undefined
  }
}

/** A conversation as it was last shown here to who is signed in. What was kept for anybody else goes at once. */
export async function readConversation(ticketId: string): Promise<Kept | null> {
  const kept = await within('readonly', store => answered(store.get(ticketId) as IDBRequest<Kept | undefined>))
  if (!kept) return null
  if (kept.owner === ownerNow()) return kept
  await within('readwrite', store => answered(store.clear()))
  return null
}

/** Keeps a conversation as it is shown, and of all of them the `MOST` that were kept last. */
export async function keepConversation(ticket: Ticket, messages: Message[]): Promise<void> {
  const owner = ownerNow()
  if (owner === null) return
  await within('readwrite', async store => {
    const newest = await answered(store.index('at').openCursor(null, 'prev'))
    if (newest && (newest.value as Kept).owner !== owner) await answered(store.clear())
    const kept: Kept = { ticketId: ticket.id, owner, at: Date.now(), ticket, messages }
    await answered(store.put(kept))
    const oldest = await answered(store.index('at').getAllKeys())
    for (const id of oldest.slice(0, Math.max(0, oldest.length - MOST))) await answered(store.delete(id))
  })
}

/** A conversation is gone, or no longer this person's business. */
export async function forgetConversation(ticketId: string): Promise<void> {
  await within('readwrite', store => answered(store.delete(ticketId)))
}
