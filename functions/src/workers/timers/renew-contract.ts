import type { Timer } from '@balcao/shared/events/queues.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { expiryMoment, nextExpiry } from '@balcao/shared/rules/sales/contract-term.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { getSettings } from '../../data/company/setting.ts'
import { type ContractRow, getContract, replaceContract, toWireContract } from '../../data/orders/contract.ts'
import { retryUntilWritten } from '../../data/table/transact.ts'
import { armTimer } from '../../data/timers/timer.ts'
import { publishRow } from '../../messaging/publish-row.ts'

type RenewalTimer = Extract<Timer, { type: 'renewContract' }>

/**
 * Renews a contract, once: the new last day and its timers are one transaction on condition of the
 * row that was read, and a timer that fires again finds another day. After the clock stood still
 * for long it renews up to the term that is not over yet.
 */
export function renewContract(timer: RenewalTimer, now: number): Promise<void> {
  return retryUntilWritten(() => renewOnce(timer, now))
}

async function renewOnce(timer: RenewalTimer, now: number): Promise<void> {
  const { companyId, contractId, expiresAt } = timer
  const row = await getContract(companyId, contractId, true)
  // An earlier attempt may have been cut off before it published.
  if (row?.renewedFrom === expiresAt && row.expiresAt > expiresAt) return publishContract(row)
  if (row?.expiresAt !== expiresAt || !row.renewal) return
  const { timezone } = await getSettings(companyId)
  const dueAt = expiryMoment(expiresAt, timezone)
  // The company has moved to another time zone.
  if (dueAt > now) return armTimer({ ...timer, dueAt })
  const over = addDays(localDay(now, timezone), -1)
  const next = nextExpiry(row.type, row.agreedEnd, over)
  const { agreedEnd } = row
  await publishContract(await replaceContract(row, { expiresAt: next, agreedEnd, renewedFrom: expiresAt }, timezone))
}

const publishContract = (row: ContractRow): Promise<void> =>
  publishRow(row.companyId, 'contract', 'update', toWireContract(row))
