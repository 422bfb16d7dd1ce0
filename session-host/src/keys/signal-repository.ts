import { AsyncLocalStorage } from 'node:async_hooks'
import {
  DEFAULT_CONNECTION_CONFIG,
  jidDecode,
  jidNormalizedUser,
  type LIDMapping,
  type SignalKeyStore,
  type SignalKeyStoreWithTransaction,
  type SocketConfig,
} from '@whiskeysockets/baileys'
import { stanzaWork } from '../socket/stanza-work.ts'
import { restoreSessionOnFailure } from './restore-session-on-failure.ts'

type MakeRepository = SocketConfig['makeSignalRepository']

/** Milliseconds for which "this number has no LID" is cached. */
const NO_LID_MS = 60 * 60 * 1000
/** Milliseconds for which a missing answer of WhatsApp is cached. */
const NO_ANSWER_MS = 60 * 1000

/**
 * Creates Baileys' Signal repository with one lock per number. Baileys locks a send by the own
 * number and a receive by the sender's, so over an asynchronous store the two overwrite each
 * other's ratchet. Here encrypt, decrypt, inject and migrate take turns, and read and write memory
 * directly, without the transaction's copy that is committed after the frame has left. No query to
 * WhatsApp is made inside the lock: its frame could wait for a message whose handling waits for the
 * lock.
 */
export function makeLockedRepository(store: SignalKeyStore): MakeRepository {
  restoreSessionOnFailure()
  const inside = new AsyncLocalStorage<true>()
  let tail: Promise<unknown> = Promise.resolve()

  const locked = <T>(work: () => Promise<T>): Promise<T> => {
    if (inside.getStore()) return work()
    const result = tail.then(() => inside.run(true, work))
    tail = result.catch(() => undefined)
    return result
  }

  const keys: SignalKeyStoreWithTransaction = {
    get: (type, ids) => store.get(type, ids),
    set: data => store.set(data),
    isInTransaction: () => inside.getStore() === true,
    transaction: work => locked(work),
  }

  return (auth, logger, findLids) => {
    const withoutLid = new Map<string, number>()

    const lidsOf = async (jids: string[]): Promise<LIDMapping[] | undefined> => {
      const now = Date.now()
      const asked = jids.filter(jid => (withoutLid.get(jid) ?? 0) < now)
      if (!asked.length || inside.getStore() || !findLids) return []
      const found = await findLids(asked)
      const known = new Set((found ?? []).map(({ pn }) => jidNormalizedUser(pn)))
      for (const jid of asked) if (!known.has(jid)) withoutLid.set(jid, now + (found ? NO_LID_MS : NO_ANSWER_MS))
      return found
    }

    const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds: auth.creds, keys }, logger, lidsOf)

    /** Asks for the LID outside the lock; inside, the answer is cached. */
    const resolve = async (jid: string) => {
      if (jidDecode(jid)?.server === 's.whatsapp.net') await repository.lidMapping.getLIDForPN(jid)
    }
    /** Marks the key changes of a decryption as the ratchet step of the handled message. */
    const decrypting = async <T>(work: () => Promise<T>): Promise<T> => {
      const stanza = stanzaWork.getStore()
      return locked(async () => {
        if (stanza) stanza.decrypting = true
        try {
          return await work()
        } finally {
          if (stanza) stanza.decrypting = false
        }
      })
    }

    return {
      ...repository,
      lidMapping: repository.lidMapping,
      async decryptMessage(options) {
        await resolve(options.jid)
        return decrypting(() => repository.decryptMessage(options))
      },
      async decryptGroupMessage(options) {
        await resolve(options.authorJid)
        return decrypting(() => repository.decryptGroupMessage(options))
      },
      async processSenderKeyDistributionMessage(options) {
        return decrypting(() => repository.processSenderKeyDistributionMessage(options))
      },
      async encryptMessage(options) {
        await resolve(options.jid)
        return locked(() => repository.encryptMessage(options))
      },
      encryptGroupMessage: options => locked(() => repository.encryptGroupMessage(options)),
      getSenderKeyDistributionMessage: options => locked(() => repository.getSenderKeyDistributionMessage(options)),
      async injectE2ESession(options) {
        await resolve(options.jid)
        return locked(() => repository.injectE2ESession(options))
      },
      migrateSession: (from, to) => locked(() => repository.migrateSession(from, to)),
      deleteSession: jids => locked(() => repository.deleteSession(jids)),
    }
  }
}
