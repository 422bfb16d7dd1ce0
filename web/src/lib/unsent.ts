/**
 * Texts a person wrote and did not send, kept in this browser per company and user (decision 0007).
 */
import { useSyncExternalStore } from 'react'
import { currentUser } from './session.ts'
import { KEPT_MS, UNSENT } from './unsent-key.ts'

export type UnsentKind = 'draft' | 'note' | 'chat' | 'cart' | 'message' | 'said'
type Entry<T> = { at: number; value: T }

/**
 * Returns the company and user whose unsent work this tab may change; null while nobody is signed
 * in.
 */
export function unsentOwner(): string | null {
  const user = currentUser()
  return user && `${user.companyId}.${user.id}`
}

const prefixOf = (owner: string, kind: UnsentKind) => `${UNSENT}${owner}.${kind}.`

const listeners = new Set<() => void>()
const publish = () => {
  for (const listener of listeners) listener()
}

export function subscribeUnsent(listener: () => void): () => void {
  listeners.add(listener)
  // Changes of other tabs.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function read<T>(key: string): T | null {
  try {
    const entry = JSON.parse(localStorage.getItem(key) ?? 'null') as Entry<T> | null
    return entry && Date.now() - entry.at <= KEPT_MS ? entry.value : null
  } catch {
    return null
  }
}

/** Returns what the signed-in user keeps under this id, or null. */
export function readUnsent<T>(kind: UnsentKind, id: string): T | null {
  const owner = unsentOwner()
  return owner ? read<T>(prefixOf(owner, kind) + id) : null
}

/**
 * Keeps a value, or removes it with null. Work that ends after its session passes its own `owner`.
 */
export function writeUnsent(kind: UnsentKind, id: string, value: unknown, owner = unsentOwner()): void {
  if (!owner) return
  const key = prefixOf(owner, kind) + id
  try {
    if (value === null || value === '') localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ at: Date.now(), value } satisfies Entry<unknown>))
  } catch {
    // Without storage the text stays on screen only.
  }
  publish()
}

/** Returns whether an entry still exists: another tab removes what it sent or discarded. */
export function hasUnsent(kind: UnsentKind, id: string, owner: string): boolean {
  try {
    return localStorage.getItem(prefixOf(owner, kind) + id) !== null
  } catch {
    return true
  }
}

/** Returns everything of one kind that the signed-in user keeps. */
export function listUnsent<T>(kind: UnsentKind): { id: string; value: T }[] {
  const owner = unsentOwner()
  if (!owner) return []
  const prefix = prefixOf(owner, kind)
  return Object.keys(localStorage).flatMap(key => {
    const value = key.startsWith(prefix) ? read<T>(key) : null
    return value === null ? [] : [{ id: key.slice(prefix.length), value }]
  })
}

/** Removes everything the signed-in user keeps. */
export function discardUnsent(): void {
  const owner = unsentOwner()
  if (!owner) return
  for (const key of Object.keys(localStorage)) if (key.startsWith(`${UNSENT}${owner}.`)) localStorage.removeItem(key)
  publish()
}

/** Returns the text the signed-in user keeps under this id and follows its changes. */
export const useUnsentText = (kind: UnsentKind, id: string): string =>
  useSyncExternalStore(subscribeUnsent, () => readUnsent<string>(kind, id) ?? '')
