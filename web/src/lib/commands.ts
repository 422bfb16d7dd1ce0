import { type ReactNode, useEffect, useRef } from 'react'
import { createStore, useStore } from './store.ts'

/** One line of the command bar. */
export interface Command {
  id: string
  label: string
  /** Shown beside the label in a muted colour: a number, a queue. Searched, too. */
  hint?: string
  /** Other words people type for it, separated by spaces; searched and never shown. */
  keywords?: string
  icon?: ReactNode
  /** Content of a second line. */
  detail?: ReactNode
  run: () => void
}

/**
 * A group of commands. With `search`, it is called for every settled text of 2 letters or more;
 * without, its list is filtered.
 */
export interface CommandSource {
  id: string
  title: string
  commands?: readonly Command[]
  search?: (text: string, signal: AbortSignal) => Promise<Command[]>
}

const sources = createStore<readonly { current: CommandSource }[]>([])
const open = createStore(false)

/** Adds a group to the command bar while the component is mounted. */
export function useCommandSource(source: CommandSource) {
  const latest = useRef(source)
  latest.current = source
  useEffect(() => {
    sources.set(all => [...all, latest])
    return () => sources.set(all => all.filter(each => each !== latest))
  }, [])
}

export function useCommandSources(): CommandSource[] {
  return useStore(sources).map(each => each.current)
}

export function useCommandBarOpen() {
  return [useStore(open), open.set] as const
}
