import { useRouterState } from '@tanstack/react-router'
import { navItems } from './nav-items.ts'
import { screenAt } from './screens.ts'

/** Returns the menu's item of the screen one is at; undefined for those outside the menu. */
export function useActiveItem(): (typeof navItems)[number] | undefined {
  const path = useRouterState({ select: ({ matches }) => screenAt(matches.at(-1)?.routeId) })
  return navItems.find(({ to }) => to === path)
}
