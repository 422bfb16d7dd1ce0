import { addDays } from '@balcao/shared/rules/days.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { countCompanies, countConnections } from '../../../data/company/installation.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { listSockets } from '../../../data/realtime/socket.ts'
import { type ClosedBy, closedOnDays } from '../../../data/reports/day-counter.ts'
import { ticketCountsByQueue } from '../../../data/table/counter.ts'
import { isOnline, listUsers } from '../../../data/team/user.ts'
import { type DayRange, dayRangeOf } from '../day-range.ts'
import type { Operations } from '../operations.ts'

/** Returns the dashboard. Its cost grows with days and people, never with tickets. */
export const getDashboard: Operations['dashboard']['get'] = async ({ companyId, actor }, { query }) => {
  const { first, last } = query.days
    ? await lastDays(companyId, Number(query.days))
    : dayRangeOf(query.date_from, query.date_to, ['date_from', 'date_to'])
  const [closed, counts, users, sockets, totals] = await Promise.all([
    closedOnDays(companyId, first, last),
    ticketCountsByQueue(companyId),
    listUsers(companyId),
    listSockets(companyId),
    actor.super ? installation() : {},
  ])
  const here = new Set([actor.userId, ...sockets.map(({ userId }) => userId)])
  const now = [...counts.values()]
  return {
    counters: {
      supportHappening: sum(now, 'open'),
      supportPending: sum(now, 'pending'),
      supportFinished: sum(closed, 'closed'),
      avgSupportTime: minutes(sum(closed, 'support'), sum(closed, 'supported')),
      avgWaitTime: minutes(sum(closed, 'wait'), sum(closed, 'waited')),
      ...totals,
    },
    attendants: [
      ...users.map(user => ({
        ...attendant(
          user,
          closed.find(({ userId }) => userId === user.id),
        ),
        online: isOnline(user) || here.has(user.id),
      })),
      // A deleted user still closed their tickets.
      ...closed
        .filter(({ userId }) => userId !== null && users.every(({ id }) => id !== userId))
        .map(row => ({ ...attendant({ id: row.userId!, name: row.name }, row), online: false })),
    ],
  }
}

async function lastDays(companyId: string, days: number): Promise<DayRange> {
  const { timezone } = await getSettings(companyId)
  const last = localDay(Date.now(), timezone)
  return { first: addDays(last, 1 - days), last }
}

async function installation() {
  const [totalWhatsappSessions, totalCompanies] = await Promise.all([countConnections(), countCompanies()])
  return { totalWhatsappSessions, totalCompanies }
}

const sum = <K extends string>(rows: readonly Record<K, number>[], figure: K): number =>
  rows.reduce((total, row) => total + row[figure], 0)

/** Returns a mean with one decimal. */
const mean = (total: number, count: number): number => (count === 0 ? 0 : Math.round((10 * total) / count) / 10)
const minutes = (seconds: number, count: number): number => mean(seconds / 60, count)

const attendant = ({ id, name }: { id: string; name: string }, closed: ClosedBy | undefined) => ({
  id,
  name,
  rating: closed && closed.rated > 0 ? mean(closed.rating, closed.rated) : null,
  avgSupportTime: closed ? minutes(closed.support, closed.supported) : 0,
})
