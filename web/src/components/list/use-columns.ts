import { useState } from 'react'
import { localValue } from '#/lib/local-value.ts'
import { type Store, useStore } from '#/lib/store.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import type { Column } from './column.ts'

/** Columns that a person has shown or hidden, by their ids. */
type Choice = Readonly<Record<string, boolean>>

const stores = new Map<string, Store<Choice>>()

function parse(raw: string | null): Choice {
  try {
    const found: unknown = JSON.parse(raw ?? '{}')
    if (typeof found !== 'object' || found === null) return {}
    return Object.fromEntries(Object.entries(found).filter(([, shown]) => typeof shown === 'boolean')) as Choice
  } catch {
    return {}
  }
}

/** Returns the choice of one list's columns, kept by this browser. */
function choiceOf(list: string): Store<Choice> {
  const store = stores.get(list) ?? localValue(`columns.${list}`, parse, JSON.stringify)
  stores.set(list, store)
  return store
}

/**
 * Returns the columns to show: those the person chose, where a choice was made, else those for
 * which the window has room.
 */
export function useColumns<Row>(list: string, columns: readonly Column<Row>[]) {
  const [store] = useState(() => choiceOf(list))
  const choice = useStore(store)
  const roomy = useMediaQuery('(min-width: 1200px)')
  const wide = useMediaQuery('(min-width: 1440px)')
  const hasRoom = { 1200: roomy, 1440: wide }
  const isShown = ({ id, main, optional, from }: Column<Row>): boolean =>
    main || (choice[id] ?? (!optional && (from === undefined || hasRoom[from])))
  return {
    shown: columns.filter(isShown),
    isChosen: Object.keys(choice).length > 0,
    toggle: (id: string, on: boolean) => store.set(now => ({ ...now, [id]: on })),
    reset: () => store.set({}),
  }
}
