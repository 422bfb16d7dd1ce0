import { useNavigate, useSearch } from '@tanstack/react-router'

/** Part of an address; routes do not name it: their files are part of every first load. */
type Search = { part?: unknown }

/**
 * Returns a screen's open tab, which its address names (`?part=`), and a function that opens another
 * one. The first tab is the address without a name, and what a name that is none of them opens.
 */
export function useTab(tabs: readonly string[]): [string, (tab: string) => void] {
  const { part } = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const [first = ''] = tabs
  const searchOf = (tab: string) =>
    (({ part: _, ...others }: Search) => (tab === first ? others : { ...others, part: tab })) as never
  return [tabs.find(tab => tab === part) ?? first, tab => void navigate({ to: '.', search: searchOf(tab) })]
}
