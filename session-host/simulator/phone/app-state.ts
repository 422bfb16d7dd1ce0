/**
 * Settings that a handset shares with its linked clients, as WhatsApp keeps them: collections, each
 * setting an index and an action, encrypted under a key that only the handset and its clients have.
 * A change is a patch with the version it leads to; its checksums hold all values of the collection
 * (LT hash). There is one collection here, the address book's.
 */
import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { BufferJSON, type LTHashState, makeLtHashGenerator, newLTHashState, proto } from '@whiskeysockets/baileys'
import type { Store } from '../store.ts'

export const COLLECTION = 'critical_unblock_low'

/** Changes of one patch: a frame carries some of them. */
const CHANGES_A_PATCH = 500

/** Setting by its index; without a value it is removed. */
export type Change = { index: string[]; value?: proto.ISyncActionValue }

const { SET, REMOVE } = proto.SyncdMutation.SyncdOperation

/** Returns the key of a handset's settings with its id, made when it is first needed. */
export function appStateKey(store: Store, number: string): { id: Buffer; data: Buffer } {
  const kept = store.getKey(number, 'app-state', 'key')
  const key = kept ? Buffer.from(kept, 'base64') : randomBytes(38)
  if (!kept) store.setKey(number, 'app-state', 'key', key.toString('base64'))
  return { id: key.subarray(0, 6), data: key.subarray(6) }
}

/** Writes changes as patches after the existing ones; inside a transaction. */
export function addPatches(store: Store, number: string, changes: readonly Change[]): void {
  const kept = store.getKey(number, 'app-state', 'state')
  let state: LTHashState = kept ? JSON.parse(kept, BufferJSON.reviver) : newLTHashState()
  const key = appStateKey(store, number)
  for (let i = 0; i < changes.length; i += CHANGES_A_PATCH) {
    const made = encodePatch(key, state, changes.slice(i, i + CHANGES_A_PATCH))
    state = made.state
    store.addPatch(number, state.version, made.patch)
  }
  store.setKey(number, 'app-state', 'state', JSON.stringify(state, BufferJSON.replacer))
}

/** Returns the version of a handset's shared settings; 0 while there are none. */
export function appStateVersion(store: Store, number: string): number {
  return store.lastPatch(number)
}

function encodePatch(key: { id: Buffer; data: Buffer }, before: LTHashState, changes: readonly Change[]) {
  const derived = Buffer.from(hkdfSync('sha256', key.data, Buffer.alloc(32), 'WhatsApp Mutation Keys', 160))
  const [indexKey, valueKey, valueMacKey, snapshotMacKey, patchMacKey] = [0, 1, 2, 3, 4].map(n =>
    derived.subarray(n * 32, n * 32 + 32),
  ) as [Buffer, Buffer, Buffer, Buffer, Buffer]
  const keyId = { id: key.id }
  const hash = makeLtHashGenerator(before)
  const valueMacs: Buffer[] = []
  const mutations = changes.map(({ index, value }) => {
    const operation = value ? SET : REMOVE
    const name = Buffer.from(JSON.stringify(index))
    const plain = proto.SyncActionData.encode({
      index: name,
      value: { timestamp: Date.now(), ...value },
      padding: new Uint8Array(0),
      version: 2,
    }).finish()
    const iv = randomBytes(16)
    const cipher = createCipheriv('aes-256-cbc', valueKey, iv)
    const encrypted = Buffer.concat([iv, cipher.update(plain), cipher.final()])
    const head = Buffer.concat([Buffer.from([operation === SET ? 1 : 2]), key.id])
    const valueMac = hmac('sha512', valueMacKey, head, encrypted, network64(head.length)).subarray(0, 32)
    const indexMac = hmac('sha256', indexKey, name)
    hash.mix({ indexMac, valueMac, operation })
    valueMacs.push(valueMac)
    const blob = Buffer.concat([encrypted, valueMac])
    return { operation, record: { index: { blob: indexMac }, value: { blob }, keyId } }
  })
  const version = before.version + 1
  const state: LTHashState = { ...hash.finish(), version }
  const name = Buffer.from(COLLECTION)
  const snapshotMac = hmac('sha256', snapshotMacKey, state.hash, network64(version), name)
  const patchMac = hmac('sha256', patchMacKey, snapshotMac, ...valueMacs, network64(version), name)
  const patch = proto.SyncdPatch.encode({ version: { version }, mutations, keyId, snapshotMac, patchMac }).finish()
  return { patch, state }
}

const hmac = (kind: 'sha256' | 'sha512', key: Buffer, ...parts: Uint8Array[]): Buffer =>
  parts.reduce((mac, part) => mac.update(part), createHmac(kind, key)).digest()

function network64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32BE(value, 4)
  return bytes
}
