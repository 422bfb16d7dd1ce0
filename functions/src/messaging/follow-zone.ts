import { everyRow } from '../data/table/small-list.ts'
import { listUsersNow } from '../data/team/user.ts'
import { VIEWS } from '../data/views/view.ts'
import { indexesOf } from '../data/views/view-index.ts'
import { watchAccessHours } from '../realtime/watch-access-hours.ts'
import { enqueueJob } from './enqueue.ts'

/** Seconds for which other processes may still use the zone before. */
const ZONE_KNOWN_S = 10

/**
 * Brings up to date what was computed in a company's time zone before it changed: the days of its
 * counts, the tickets of views with days, and the timers that end access hours.
 */
export async function followZone(companyId: string, timeZone: string): Promise<void> {
  await enqueueJob({ type: 'recountDays', companyId }, ZONE_KNOWN_S)
  const [views, users] = await Promise.all([everyRow(companyId, VIEWS, { consistent: true }), listUsersNow(companyId)])
  const dated = indexesOf(views, timeZone).filter(({ range }) => range !== undefined)
  await Promise.all(dated.map(({ id: view }) => enqueueJob({ type: 'fillView', companyId, view }, ZONE_KNOWN_S)))
  for (const user of users) await watchAccessHours(user)
}
