import type { Timer } from '@balcao/shared/events/queues.ts'
import { companiesAfter } from '../../data/company/installation.ts'
import { armTimer } from '../../data/timers/timer.ts'

const AT_ONCE = 100

/**
 * A timer for each company of a page, and one for the next page. Arming is by key, so a page that comes twice arms the same; one that died is
 * armed again by its message.
 */
export async function billCompanies(
  { after, companyId, ...timer }: Extract<Timer, { type: 'billCompanies' }>,
  now: number,
  atOnce = AT_ONCE,
): Promise<void> {
  const { ids, last } = await companiesAfter(after, atOnce)
  for (const id of ids) await armTimer({ type: 'billCompany', companyId: id, dueAt: now })
  if (last !== null) await armTimer({ ...timer, companyId, after: last, dueAt: now })
}
