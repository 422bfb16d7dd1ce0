import type { NavGroup, navItems } from './nav-items.ts'

type Item = (typeof navItems)[number]

/** Lines the drawer shows by itself: what fits at 900 px, and can be read at a glance. */
const MOST_LINES = 14

/**
 * Folds that the person chose: true for an open group. A group's name with `+` stands for its
 * seldom used items. Null until somebody folds anything.
 */
export type Folds = Readonly<Partial<Record<NavGroup | `${NavGroup}+`, boolean>>>

export interface ShownGroup {
  name: NavGroup
  isOpen: boolean
  /** Items on screen: of a folded group the active one alone. */
  items: readonly Item[]
  /** Number of its seldom used items behind its line "more"; 0 without that line. */
  hidden: number
  /** True if the seldom used items were asked for and can be hidden again. */
  isWhole: boolean
}

interface Asked {
  items: readonly Item[]
  /** Key of the screen one is on. */
  active: string | undefined
  favourites: readonly string[]
  folds: Folds | null
}

/**
 * Returns what the drawer shows. Until somebody folds a group, the group one is in is open, and of
 * the others as many as fit; a group too long for `MOST_LINES` keeps its seldom used items behind
 * one line. The active item is always among what is shown.
 */
export function shownGroups({ items, active, favourites, folds }: Asked): readonly ShownGroup[] {
  const rest = items.filter(item => !favourites.includes(item.key))
  const names = [...new Set(items.flatMap(({ group }) => group ?? []))]
  const of = (name: NavGroup) => rest.filter(item => item.group === name)
  // Headings, items without a group, and the favourites under their heading are always there.
  let left =
    MOST_LINES -
    names.length -
    rest.filter(item => !item.group).length -
    (favourites.length > 0 ? favourites.length + 1 : 0)
  const home = names.find(name => of(name).some(item => item.key === active)) ?? names[0]
  const opened = new Map<NavGroup, readonly Item[]>()
  const open = (name: NavGroup) => {
    const all = of(name)
    const isWhole = folds?.[`${name}+`] || all.length <= left
    let shown = all
    if (!isWhole) {
      shown = all.filter(item => !item.seldom || item.key === active)
      // One line is for "more". What a person opened may be longer.
      for (let at = shown.length - 1; !folds && at >= 0 && shown.length >= left; at--)
        if (shown[at]?.key !== active) shown = shown.toSpliced(at, 1)
    }
    left -= shown.length + (shown.length < all.length ? 1 : 0)
    opened.set(name, shown)
  }
  if (folds) for (const name of names.filter(each => folds[each])) open(name)
  else if (home) {
    open(home)
    for (const name of names) if (name !== home && of(name).length <= left) open(name)
  }
  return names.map(name => {
    const all = of(name)
    const shown = opened.get(name) ?? all.filter(item => item.key === active)
    return {
      name,
      isOpen: opened.has(name),
      items: shown,
      hidden: opened.has(name) ? all.length - shown.length : 0,
      isWhole: opened.has(name) && folds?.[`${name}+`] === true && all.some(item => item.seldom),
    }
  })
}
