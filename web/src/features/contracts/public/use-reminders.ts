import { contracts } from '@balcao/shared/api/orders/contracts.ts'
import type { ContractReminder } from '@balcao/shared/entities/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { localValue } from '#/lib/local-value.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { useStore } from '#/lib/store.ts'
import { usePlan } from '#/lib/use-plan.ts'

/** Maximum number of reminders in the bell, which has no pages. */
const MAX_REMINDERS = 50

/** Age up to which a reminder is new in a browser that has never shown any, ms. */
const NOTICE_MS = 24 * 3600_000

/** Time of the newest reminder that each user of this browser has seen. */
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

/** Returns the expiring contracts this user looks after; none in a plan without contracts. */
export function useReminders(): ContractReminder[] {
  const plan = usePlan()
  return (
    useQuery({
      ...apiQuery(contracts.reminders, { query: { limit: MAX_REMINDERS } }),
      enabled: plan?.useContracts === true,
    }).data?.reminders ?? []
  )
}

/** Returns the reminders since this user last looked. While `shown`, all count as seen. */
export function useUnseenReminders(rows: readonly ContractReminder[], shown: boolean): ContractReminder[] {
  const { id } = useUser()
  const seen = useStore(seenAt)[id] ?? new Date(Date.now() - NOTICE_MS).toISOString()
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
