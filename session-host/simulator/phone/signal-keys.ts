import {
  BufferJSON,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStoreWithTransaction,
} from '@whiskeysockets/baileys'
import type { Store } from '../store.ts'

type Write = { type: string; id: string; value: unknown }

/** libsignal's sessions hold base64 text only; everything else holds buffers. */
const encode = (type: string, value: unknown): string =>
  type === 'session' ? JSON.stringify(value) : JSON.stringify(value, BufferJSON.replacer)
const decode = (type: string, text: string): unknown =>
  type === 'session' ? JSON.parse(text) : JSON.parse(text, BufferJSON.reviver)

/**
 * Signal keys of one phone. Changes stay in memory until `commit`, which the phone calls inside the
 * same database transaction that stores the message, so a ratchet never moves without its message.
 * A phone does one thing at a time: there is nothing to lock.
 */
export function makePhoneKeys(store: Store, number: string) {
  const changes = new Map<string, Write>()
  const keys: SignalKeyStoreWithTransaction = {
    async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const found: { [id: string]: SignalDataTypeMap[T] } = {}
      for (const id of ids) {
        const change = changes.get(`${type} ${id}`)
        const stored = change ? undefined : store.getKey(number, type, id)
        const value = change ? change.value : stored === undefined ? undefined : decode(type, stored)
        if (value !== undefined && value !== null) found[id] = value as SignalDataTypeMap[T]
      }
      return found
    },
    async set(data: SignalDataSet) {
      for (const [type, values] of Object.entries(data)) {
        for (const [id, value] of Object.entries(values ?? {})) changes.set(`${type} ${id}`, { type, id, value })
      }
    },
    isInTransaction: () => true,
    transaction: work => work(),
  }
  return {
    keys,
    commit(): void {
      for (const { type, id, value } of changes.values()) {
        store.setKey(number, type, id, value === undefined || value === null ? undefined : encode(type, value))
      }
      changes.clear()
    },
    discard(): void {
      changes.clear()
    },
  }
}
