import { navItems } from './nav-items.ts'
import { useScreenPath } from './use-screen-path.ts'

/** Returns the menu's item of the screen one is at; undefined for those outside the menu. */
export function useActiveItem(): (typeof navItems)[number] | undefined {
  const path = useScreenPath()
  return navItems.find(({ to }) => to === path)
}
