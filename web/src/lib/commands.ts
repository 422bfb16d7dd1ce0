import { type ReactNode, useEffect, useRef } from 'react'
import { createStore, useStore } from './store.ts'

/** One line of the command bar. */
export interface Command {
  id: string
  label: string
  /** Shown beside the label in a muted colour: a number, a queue. Searched, too. */
  hint?: string
  /** Key that does the same, shown like a hint where there is a keyboard. */
  keys?: string
  /** Other words people type for it, separated by spaces; searched and never shown. */
  keywords?: string
  icon?: ReactNode
  /** Content of a second line. */
  detail?: ReactNode
  run: () => void
  /**
   * Fetches the options of the command; choosing it shows these instead of running it. They are not
   * fetched before.
   */
  options?: () => Promise<readonly Command[]>
}

/**
 * A group of commands. With `search`, it is called for every settled text of 2 letters or more;
 * without, its list is filtered.
 */
export interface CommandSource {
  id: string
  title: string
  commands?: readonly Command[]
  /** Shown before the other groups, and chosen before them among equal matches. */
  first?: boolean
  search?: (text: string, signal: AbortSignal) => Promise<Command[]>
}

const sources = createStore<readonly { current: CommandSource }[]>([])
const open = createStore(false)

/** Id of the command at whose options the command bar opens. */
const asked = createStore<string | null>(null)

/** Opens the command bar at the options of one of its commands. */
export function askInCommandBar(commandId: string) {
  asked.set(commandId)
  open.set(true)
}

export function useAskedCommand() {
  return [useStore(asked), asked.set] as const
}

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
  const all = useStore(sources).map(each => each.current)
  return [...all.filter(({ first }) => first), ...all.filter(({ first }) => !first)]
}

function setOpen(shown: boolean) {
  asked.set(null)
  open.set(shown)
}

export function useCommandBarOpen() {
  return [useStore(open), setOpen] as const
}
