import { contracts } from '@balcao/shared/api/orders/contracts.ts'
import type { ContractReminder } from '@balcao/shared/entities/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#/lib/queries.ts'
import { seenTimes, useUnseenRows } from '#/lib/unseen-rows.ts'
import { usePlan } from '#/lib/use-plan.ts'

/** Maximum number of reminders in the bell, which has no pages. */
const MAX_REMINDERS = 50

/** Age up to which a reminder is new in a browser that has never shown any, ms. */
const NOTICE_MS = 24 * 3600_000

const seenAt = seenTimes('contracts.seen')

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
  return useUnseenRows(seenAt, rows, {
    atOf: ({ at }) => at,
    shown,
    since: new Date(Date.now() - NOTICE_MS).toISOString(),
  })
}
