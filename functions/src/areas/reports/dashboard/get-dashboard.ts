import { addDays, countDays } from '@balcao/shared/rules/days.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { planOf } from '../../../data/company/company.ts'
import { countCompanies, countConnections } from '../../../data/company/installation.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { listSockets } from '../../../data/realtime/socket.ts'
import { type ClosedBy, closedOnDays } from '../../../data/reports/day-counter.ts'
import { openCountsByUser, ticketCountsByQueue } from '../../../data/table/counter.ts'
import { isOnline, listUsers } from '../../../data/team/user.ts'
import { type DayRange, dayRangeOf } from '../day-range.ts'
import type { Operations } from '../operations.ts'
import { salesOf, todayOf } from './sales-figures.ts'

/** Returns the dashboard. Its cost grows with days and people, never with tickets or orders. */
export const getDashboard: Operations['dashboard']['get'] = async ({ companyId, actor }, { query }) => {
  const [{ timezone }, { useSales }] = await Promise.all([getSettings(companyId), planOf(companyId)])
  const range = query.days
    ? lastDays(Number(query.days), timezone)
    : dayRangeOf(query.date_from, query.date_to, ['date_from', 'date_to'])
  const { first, last } = range
  const before: DayRange = { first: addDays(first, -countDays(first, last)), last: addDays(first, -1) }
  const [closed, earlier, counts, openByUser, everyone, sockets, totals, today, sales] = await Promise.all([
    closedOnDays(companyId, first, last),
    closedOnDays(companyId, before.first, before.last),
    ticketCountsByQueue(companyId),
    openCountsByUser(companyId),
    listUsers(companyId),
    listSockets(companyId),
    actor.super ? installation() : {},
    todayOf(companyId, timezone, useSales),
    useSales ? salesOf(companyId, range, before) : null,
  ])
  // Operators of the installation are nobody's attendants, and neither is who looks in for support.
  const users = everyone.filter(user => !user.super)
  const operators = new Set(everyone.filter(user => user.super).map(({ id }) => id))
  const here = new Set([
    ...(actor.support ? [] : [actor.userId]),
    ...sockets.filter(({ support }) => !support).map(({ userId }) => userId),
  ])
  const now = [...counts.values()]
  return {
    counters: {
      supportHappening: sum(now, 'open'),
      supportPending: sum(now, 'pending'),
      ...finishedOf(closed),
      ...totals,
    },
    range,
    basis: basisOf(closed),
    goals: {
      firstAnswer: { met: sum(closed, 'answeredInTime'), missed: sum(closed, 'answeredLate') },
      resolution: { met: sum(closed, 'resolvedInTime'), missed: sum(closed, 'resolvedLate') },
    },
    previous: sum(earlier, 'closed') === 0 ? null : { ...finishedOf(earlier), basis: basisOf(earlier), ...before },
    today,
    sales,
    attendants: [
      ...users.map(user => ({
        ...attendant(
          user,
          closed.find(({ userId }) => userId === user.id),
        ),
        open: openByUser.get(user.id) ?? 0,
        online: isOnline(user) || here.has(user.id),
      })),
      // A deleted user still closed their tickets.
      ...closed
        .filter(({ userId }) => userId !== null && !operators.has(userId) && users.every(({ id }) => id !== userId))
        .map(row => ({ ...attendant({ id: row.userId!, name: row.name }, row), open: 0, online: false })),
    ],
  }
}

const finishedOf = (closed: readonly ClosedBy[]) => ({
  supportFinished: sum(closed, 'closed'),
  avgSupportTime: minutes(sum(closed, 'support'), sum(closed, 'supported')),
  avgWaitTime: minutes(sum(closed, 'wait'), sum(closed, 'waited')),
})

const basisOf = (closed: readonly ClosedBy[]) => ({
  supported: sum(closed, 'supported'),
  waited: sum(closed, 'waited'),
})

function lastDays(days: number, zone: string): DayRange {
  const last = localDay(Date.now(), zone)
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
  supported: closed?.supported ?? 0,
  closed: closed?.closed ?? 0,
})
