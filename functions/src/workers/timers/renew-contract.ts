import type { Timer } from '@balcao/shared/events/queues.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { expiryMoment, nextExpiry } from '@balcao/shared/rules/sales/contract-term.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { getSettings } from '../../data/company/setting.ts'
import { type ContractRow, getContract, replaceContract, toWireContract } from '../../data/orders/contract.ts'
import { untilWritten } from '../../data/table/transact.ts'
import { armTimer } from '../../data/timers/timer.ts'
import { tellRow } from '../../messaging/tell-row.ts'

type RenewalTimer = Extract<Timer, { type: 'renewContract' }>

/**
 * A contract that is renewed goes on, once: the new last day and its timers are one transaction under the row as it was read, and
 * a timer that comes again finds another day. After a long standstill it goes on to the term that is not over yet.
 */
export function renewContract(timer: RenewalTimer, now: number): Promise<void> {
  return untilWritten(() => renewOnce(timer, now))
}

async function renewOnce(timer: RenewalTimer, now: number): Promise<void> {
  const { companyId, contractId, expiresAt } = timer
  const row = await getContract(companyId, contractId, true)
  // An earlier try may have been cut off before it was told.
  if (row?.renewedFrom === expiresAt && row.expiresAt > expiresAt) return tell(row)
  if (row?.expiresAt !== expiresAt || !row.renewal) return
  const { timezone } = await getSettings(companyId)
  const dueAt = expiryMoment(expiresAt, timezone)
  // The company is in another zone by now.
  if (dueAt > now) return armTimer({ ...timer, dueAt })
  const over = addDays(localDay(now, timezone), -1)
  const next = nextExpiry(row.type, row.agreedEnd, over)
  const { agreedEnd } = row
  await tell(await replaceContract(row, { expiresAt: next, agreedEnd, renewedFrom: expiresAt }, timezone))
}

const tell = (row: ContractRow): Promise<void> => tellRow(row.companyId, 'contract', 'update', toWireContract(row))
