import { contracts } from '@balcao/shared/api/orders/contracts.ts'
import type { ContractReminder } from '@balcao/shared/entities/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { localValue } from '#/lib/local-value.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { useStore } from '#/lib/store.ts'
import { usePlan } from '#/lib/use-plan.ts'

/** The bell is no list to page through: these many are more than anybody looks at. */
const MOST = 50

/** What was told longer ago is no news on a browser that never showed any. */
const NEWS_MS = 24 * 3600_000

/** When the newest reminder was told that each user of this browser saw. */
const seenAt = localValue<Record<string, string>>(
  'contracts.seen',
  raw => {
    try {
      const kept: unknown = JSON.parse(raw ?? '{}')
      return typeof kept === 'object' && kept !== null ? (kept as Record<string, string>) : {}
    } catch {
      return {}
    }
  },
  JSON.stringify,
)

/** The contracts that expire, of those this person looks after; none without the plan's feature. */
export function useReminders(): ContractReminder[] {
  const plan = usePlan()
  return (
    useQuery({ ...apiQuery(contracts.reminders, { query: { limit: MOST } }), enabled: plan?.useContracts === true })
      .data?.reminders ?? []
  )
}

/** How many were told since this person last looked. While `shown` all are looked at. */
export function useUnseenReminders(rows: readonly ContractReminder[], shown: boolean): ContractReminder[] {
  const { id } = useUser()
  const seen = useStore(seenAt)[id] ?? new Date(Date.now() - NEWS_MS).toISOString()
  const unseen = rows.filter(({ at }) => at > seen)
  const newest = unseen
    .map(({ at }) => at)
    .sort()
    .at(-1)
  useEffect(() => {
    if (shown && newest) seenAt.set(kept => ({ ...kept, [id]: newest }))
  }, [shown, newest, id])
  return unseen
}
