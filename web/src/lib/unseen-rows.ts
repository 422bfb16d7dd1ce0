import { useEffect } from 'react'
import { localValue } from './local-value.ts'
import { useUser } from './session.ts'
import { type Store, useStore } from './store.ts'

/** Times of the newest row that each user of this browser has seen. */
type SeenTimes = Readonly<Record<string, string>>

/** Creates the store of what this browser has shown, kept under a name. */
export const seenTimes = (name: string): Store<SeenTimes> =>
  localValue<SeenTimes>(
    name,
    raw => {
      try {
        const kept: unknown = JSON.parse(raw ?? '{}')
        return typeof kept === 'object' && kept !== null ? (kept as SeenTimes) : {}
      } catch {
        return {}
      }
    },
    JSON.stringify,
  )

/**
 * Returns the rows since this user last looked. While `shown`, all count as seen.
 * @param since time from which rows are new in a browser that has never shown any
 */
export function useUnseenRows<Row>(
  seenAt: Store<SeenTimes>,
  rows: readonly Row[],
  { atOf, shown, since = '' }: { atOf: (row: Row) => string; shown: boolean; since?: string },
): Row[] {
  const { id } = useUser()
  const seen = useStore(seenAt)[id] ?? since
  const unseen = rows.filter(row => atOf(row) > seen)
  const newest = unseen.map(atOf).sort().at(-1)
  useEffect(() => {
    if (shown && newest) seenAt.set(kept => ({ ...kept, [id]: newest }))
  }, [seenAt, shown, newest, id])
  return unseen
}
