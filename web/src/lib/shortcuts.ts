import { useEffect, useRef } from 'react'
import { createStore, useStore } from './store.ts'

export interface Shortcut {
  /**
   * Key combination: `j`, `shift+/`, `mod+k` (Ctrl, ⌘ on a Mac), `Escape`. Several spellings are
   * possible.
   */
  keys: string | readonly string[]
  /** Description for the list of shortcuts; already in the person's language. */
  label: string
  /** Heading in the list of shortcuts. */
  group: string
  run: (event: KeyboardEvent) => void
  /** Lets the shortcut work while a text field has the focus. Those with `mod` always do. */
  inFields?: boolean
  /**
   * Keeps the shortcut from working while a text field has the focus, even with `mod`: the field
   * uses the key itself.
   */
  outsideFields?: boolean
  enabled?: boolean
  /**
   * Condition of a shortcut for one place of the screen, checked when the key is pressed. There it
   * has priority over the key's other shortcuts.
   */
  when?: () => boolean
}

const registered = createStore<readonly { current: Shortcut }[]>([])

/**
 * Registers a keyboard shortcut while the component is mounted. The latest registered one wins; `?`
 * shows them all.
 */
export function useShortcut(shortcut: Shortcut) {
  const latest = useRef(shortcut)
  latest.current = shortcut
  useEffect(() => {
    registered.set(all => [...all, latest])
    return () => registered.set(all => all.filter(each => each !== latest))
  }, [])
}

/** Returns all shortcuts that work on the screen now, for the list of shortcuts. */
export function useShortcuts(): Shortcut[] {
  return useStore(registered)
    .map(each => each.current)
    .filter(each => each.enabled !== false)
}

const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)

/** Returns the texts of a combination's key caps. */
export function keyCaps(keys: string): string[] {
  const names: Record<string, string> = {
    mod: isMac() ? '⌘' : 'Ctrl',
    shift: '⇧',
    alt: 'Alt',
    escape: 'Esc',
    enter: 'Enter',
    arrowup: '↑',
    arrowdown: '↓',
    ' ': '␣',
  }
  if (keys === '+') return ['+']
  return keys.split('+').map(key => names[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key))
}

function matches(event: KeyboardEvent, keys: string) {
  const parts = keys.toLowerCase().split('+')
  const key = parts.at(-1) || '+'
  const mod = parts.includes('mod')
  if ((event.ctrlKey || event.metaKey) !== mod) return false
  if (event.altKey !== parts.includes('alt')) return false
  // "?" already implies Shift on most layouts: only letters and named keys compare it.
  if (key.length > 1 || /[a-z]/.test(key)) {
    if (event.shiftKey !== parts.includes('shift')) return false
  }
  return event.key.toLowerCase() === key
}

function inField(target: EventTarget | null) {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  )
}

/**
 * Listens for keys on the document; called once by the app shell. Returns the function that stops
 * it.
 */
export function listenForShortcuts() {
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const typing = inField(event.target)
    const inDialog = document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"]') !== null
    const newest = registered.get().toReversed()
    const placed = newest.filter(({ current }) => current.when)
    for (const { current } of [...placed, ...newest.filter(({ current }) => !current.when)]) {
      if (current.enabled === false || current.when?.() === false) continue
      const hit = [current.keys].flat().find(keys => matches(event, keys))
      if (!hit) continue
      const withMod = hit.includes('mod+')
      if (typing && (current.outsideFields || (!withMod && !current.inFields))) continue
      if (inDialog && !withMod && !current.inFields) continue
      event.preventDefault()
      current.run(event)
      return
    }
  }
  document.addEventListener('keydown', listener)
  return () => document.removeEventListener('keydown', listener)
}
