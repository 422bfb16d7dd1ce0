import { useLayoutEffect, useRef } from 'react'
import { afterFocusReturn } from './after-focus-return.ts'
import { SHORTCUT_KEYS, type ShortcutId } from './shortcut-keys.ts'

export interface Shortcut {
  run: (event?: KeyboardEvent) => unknown
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

type Registered = { id: ShortcutId; current: Shortcut }

/** Shortcuts of what is on screen, the latest last. */
let registered: readonly Registered[] = []

/**
 * Gives a key of `SHORTCUT_KEYS` its effect while the component is on screen, from its first frame
 * on: a key is handled before effects that wait for a busy page. The latest registered one wins.
 */
export function useShortcut(id: ShortcutId, shortcut: Shortcut) {
  const latest = useRef({ id, current: shortcut })
  latest.current.current = shortcut
  useLayoutEffect(() => {
    const entry = latest.current
    registered = [...registered, entry]
    return () => {
      registered = registered.filter(each => each !== entry)
    }
  }, [])
}

const found = (id: ShortcutId) => registered.findLast(each => each.id === id && each.current.enabled !== false)

/** Returns whether a shortcut would do something on the screen now. */
export const canRunShortcut = (id: ShortcutId): boolean => found(id) !== undefined

/**
 * Does what a shortcut's key does, once the menu or bar it was chosen in has given the focus back:
 * the action may move it.
 */
export function runShortcut(id: ShortcutId): void {
  const shortcut = found(id)
  if (shortcut) afterFocusReturn(() => shortcut.current.run())
}

const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)

/** Returns the texts of a combination's key caps. */
export function keyCaps(keys: string): string[] {
  const names: Record<string, string> = {
    mod: isMac() ? '⌘' : 'Ctrl',
    shift: '⇧',
    alt: 'Alt',
    escape: 'Esc',
    delete: 'Del',
    enter: 'Enter',
    arrowup: '↑',
    arrowdown: '↓',
    ' ': '␣',
  }
  if (keys === '+') return ['+']
  return keys.split('+').map(key => names[key.toLowerCase()] ?? (key.length === 1 ? key.toUpperCase() : key))
}

/** Returns all key combinations of a shortcut, the usual one first. */
export const keysOf = (id: ShortcutId): readonly string[] => [SHORTCUT_KEYS[id]].flat()

/** Returns the key caps of a shortcut as one text, for tooltips and menus. */
export const keyText = (id: ShortcutId): string => keyCaps(keysOf(id)[0]!).join(' ')

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

function matches(event: Press, keys: string) {
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

/** Returns whether a key press is that of a shortcut, for elements that handle their own keys. */
export const isShortcut = (event: Press, id: ShortcutId): boolean => keysOf(id).some(keys => matches(event, keys))

function inField(target: EventTarget | null) {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  )
}

/** Time a started sequence waits for its second key, ms. */
const SEQUENCE_MS = 3000

let second: { take: (key: string) => void; until: number } | null = null

/**
 * Passes the next key to `take` instead of its shortcut: the second one of a sequence like `g` `t`.
 */
export function takeNextKey(take: (key: string) => void) {
  second = { take, until: Date.now() + SEQUENCE_MS }
}

/** Returns whether a key press was the second one of a sequence. */
function endsSequence(event: KeyboardEvent): boolean {
  if (!second || event.key === 'Shift') return false
  const { take, until } = second
  second = null
  if (Date.now() > until || event.ctrlKey || event.metaKey || event.altKey || inField(event.target)) return false
  event.preventDefault()
  take(event.key.toLowerCase())
  return true
}

/**
 * Listens for keys on the document; called once by the app shell. Returns the function that stops
 * it.
 */
export function listenForShortcuts() {
  const listener = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || endsSequence(event)) return
    const typing = inField(event.target)
    const inDialog = document.querySelector('[role="dialog"],[role="alertdialog"],[role="menu"]') !== null
    const newest = registered.toReversed()
    const placed = newest.filter(({ current }) => current.when)
    for (const { id, current } of [...placed, ...newest.filter(({ current }) => !current.when)]) {
      if (current.enabled === false || current.when?.() === false) continue
      const hit = keysOf(id).find(keys => matches(event, keys))
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
