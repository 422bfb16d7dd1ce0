import type { Timer } from '@balcao/shared/events/queues.ts'
import { companiesAfter } from '../../data/company/installation.ts'
import { armTimer } from '../../data/timers/timer.ts'

const BATCH_SIZE = 100

/**
 * Arms a timer for each company of a page, and one for the next page. Timers are armed by key, so a
 * page that is processed twice arms the same ones; after a cut-off its message arms them again.
 */
export async function billCompanies(
  { after, companyId, ...timer }: Extract<Timer, { type: 'billCompanies' }>,
  now: number,
  atOnce = BATCH_SIZE,
): Promise<void> {
  const { ids, last } = await companiesAfter(after, atOnce)
  for (const id of ids) await armTimer({ type: 'billCompany', companyId: id, dueAt: now })
  if (last !== null) await armTimer({ ...timer, companyId, after: last, dueAt: now })
}
