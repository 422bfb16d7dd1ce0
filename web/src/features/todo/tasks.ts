/**
 * A person's tasks, kept in this browser alone under a key with their id. The storage is the only copy: a change reads it, changes that and
 * writes it back, so two tabs never write over each other's tasks.
 */
import { useMemo } from 'react'
import { readText, storeText, useStoredText } from '#/lib/stored-text.ts'

export type Task = { id: string; text: string; createdAt: string; updatedAt: string; done?: true }

const keyOf = (userId: string): string => `balcao.todo.${userId}`

const isTask = (value: unknown): value is Task => {
  const { id, text, createdAt, updatedAt } = (value ?? {}) as Record<string, unknown>
  return [id, text, createdAt, updatedAt].every(field => typeof field === 'string')
}

/** What was stored, as far as it is readable: a broken entry hides none of the others. */
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

/** False when the browser keeps nothing more, and then nothing has changed. */
export const changeTasks = (userId: string, change: (tasks: Task[]) => Task[]): boolean =>
  storeText(keyOf(userId), JSON.stringify(change(parse(readText(keyOf(userId))))))

export const newTask = (text: string): Task => {
  const now = new Date().toISOString()
  return { id: crypto.randomUUID(), text, createdAt: now, updatedAt: now }
}
