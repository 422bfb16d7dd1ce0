import { useCallback, useMemo } from 'react'
import { localValue } from '#/lib/local-value.ts'
import { useUser } from '#/lib/session.ts'
import { readText, storeText, useStoredText } from '#/lib/stored-text.ts'
import type { NavGroup } from './nav-items.ts'
import type { Folds, ShownGroup } from './nav-lines.ts'

function parse<T>(raw: string | null, is: (value: unknown) => boolean): T | null {
  try {
    const value: unknown = JSON.parse(raw ?? 'null')
    return is(value) ? (value as T) : null
  } catch {
    return null
  }
}

/** Folds of the drawer in this browser. */
export const navFolds = localValue<Folds | null>(
  'drawer-groups',
  raw => parse<Folds>(raw, value => typeof value === 'object' && !Array.isArray(value)),
  JSON.stringify,
)

/**
 * Turns one group, or its seldom used items, over. The other groups stay as they are shown: from
 * now on the person decides.
 */
export function toggleFold(key: keyof Folds, shown: readonly ShownGroup[]) {
  const now: Folds = navFolds.get() ?? Object.fromEntries(shown.map(({ name, isOpen }) => [name, isOpen]))
  navFolds.set({ ...now, [key]: !now[key] })
}

/** Opens the group that was arrived in, if it is folded. */
export function openGroup(name: NavGroup) {
  navFolds.set(folds => (folds && !folds[name] ? { ...folds, [name]: true } : folds))
}

const NONE: readonly string[] = []

/** Returns the keys of this user's favourite screens in this browser, and how to turn one over. */
export function useFavourites(): [readonly string[], (key: string) => void] {
  const place = `balcao.favourites.${useUser().id}`
  const raw = useStoredText(place)
  const favourites = useMemo(() => parse<string[]>(raw, Array.isArray) ?? NONE, [raw])
  const toggle = useCallback(
    (key: string) => {
      const now = parse<string[]>(readText(place), Array.isArray) ?? NONE
      storeText(place, JSON.stringify(now.includes(key) ? now.filter(other => other !== key) : [...now, key]))
    },
    [place],
  )
  return [favourites, toggle]
}
