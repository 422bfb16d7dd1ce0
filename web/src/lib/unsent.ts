/**
 * Texts a person wrote and did not send, kept in this browser per company and user (decision 0007).
 */
import { useSyncExternalStore } from 'react'
import { currentUser } from './session.ts'
import { KEPT_MS, UNSENT } from './unsent-key.ts'

/** `synced`: text and version of a draft or note as the server has it (decision 0095). */
export type UnsentKind = 'draft' | 'note' | 'synced' | 'chat' | 'cart' | 'message' | 'said'
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

type OnWrite = (kind: UnsentKind, id: string) => void
const writers = new Set<OnWrite>()

/** Registers a listener for what this tab keeps or removes, not another one. */
export function onUnsentWrite(listener: OnWrite): () => void {
  writers.add(listener)
  return () => writers.delete(listener)
}

type Adopted = (kind: UnsentKind, id: string, text: string) => void
const followers = new Set<Adopted>()

/** Calls back with a text that another tab changed, or that came from another device. */
export function followUnsent(kind: UnsentKind, id: string, changed: (text: string) => void): () => void {
  const adopted: Adopted = (ofKind, ofId, text) => {
    if (ofKind === kind && ofId === id) changed(text)
  }
  const stored = ({ key }: StorageEvent) => {
    const owner = unsentOwner()
    if (owner && key === prefixOf(owner, kind) + id) changed(readUnsent<string>(kind, id) ?? '')
  }
  followers.add(adopted)
  window.addEventListener('storage', stored)
  return () => {
    followers.delete(adopted)
    window.removeEventListener('storage', stored)
  }
}

/** Keeps a text that came from another device, and shows it where it is being written. */
export function adoptUnsent(kind: UnsentKind, id: string, text: string): void {
  keep(kind, id, text, unsentOwner())
  for (const follower of followers) follower(kind, id, text)
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

function entryOf<T>(key: string): Entry<T> | null {
  try {
    const entry = JSON.parse(localStorage.getItem(key) ?? 'null') as Entry<T> | null
    return entry && Date.now() - entry.at <= KEPT_MS ? entry : null
  } catch {
    return null
  }
}

const read = <T>(key: string): T | null => entryOf<T>(key)?.value ?? null

/** Returns what the signed-in user keeps under this id, or null. */
export function readUnsent<T>(kind: UnsentKind, id: string): T | null {
  const owner = unsentOwner()
  return owner ? read<T>(prefixOf(owner, kind) + id) : null
}

/** Returns the time (epoch ms) of the last change of what is kept under this id; 0 for nothing. */
export function changedAt(kind: UnsentKind, id: string): number {
  const owner = unsentOwner()
  return (owner && entryOf(prefixOf(owner, kind) + id)?.at) || 0
}

/**
 * Keeps a value, or removes it with null. Work that ends after its session passes its own `owner`.
 */
export function writeUnsent(kind: UnsentKind, id: string, value: unknown, owner = unsentOwner()): void {
  keep(kind, id, value, owner)
  for (const writer of writers) writer(kind, id)
}

function keep(kind: UnsentKind, id: string, value: unknown, owner: string | null): void {
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
