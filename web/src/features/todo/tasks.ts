/**
 * A person's tasks, kept in this browser alone under a key with their id. The storage is the only
 * copy: a change reads it, changes that and writes it back, so two tabs never overwrite each
 * other's tasks.
 */
import { useMemo } from 'react'
import { readText, storeText, useStoredText } from '#/lib/stored-text.ts'

export type Task = { id: string; text: string; createdAt: string; updatedAt: string; done?: true }

const keyOf = (userId: string): string => `balcao.todo.${userId}`

const isTask = (value: unknown): value is Task => {
  const { id, text, createdAt, updatedAt } = (value ?? {}) as Record<string, unknown>
  return [id, text, createdAt, updatedAt].every(field => typeof field === 'string')
}

/** Returns the stored tasks that are readable: a broken entry hides none of the others. */
function parse(raw: string | null): Task[] {
  try {
    const stored: unknown = JSON.parse(raw ?? '[]')
    return Array.isArray(stored) ? stored.filter(isTask) : []
  } catch {
    return []
  }
}

export function useTasks(userId: string): readonly Task[] {
  const raw = useStoredText(keyOf(userId))
  return useMemo(() => parse(raw), [raw])
}

/**
 * Changes the tasks. Returns false, with nothing changed, when the browser's storage is full or
 * forbidden.
 */
export const changeTasks = (userId: string, change: (tasks: Task[]) => Task[]): boolean =>
  storeText(keyOf(userId), JSON.stringify(change(parse(readText(keyOf(userId))))))

export const newTask = (text: string): Task => {
  const now = new Date().toISOString()
  return { id: crypto.randomUUID(), text, createdAt: now, updatedAt: now }
}
