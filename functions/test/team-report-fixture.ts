/** Reference of the report by team: the same figures, computed from every ticket. For tests. */
import { TEAM_DIMENSIONS, type TeamDimension } from '@balcao/shared/api/reports/team-report.ts'
import { localDay, localTime } from '@balcao/shared/rules/working-hours.ts'
import { expect } from 'vitest'
import { teamReportOf } from '../src/data/reports/team-report.ts'
import type { TicketRow } from '../src/data/tickets/ticket-row.ts'

/** Returns the keys under which a ticket stands. */
function keysOf(by: TeamDimension, ticket: TicketRow, zone: string): (string | null)[] {
  switch (by) {
    case 'queue':
      return [ticket.queue?.id ?? null]
    case 'user':
      return [ticket.user?.id ?? null]
    case 'connection':
      return [ticket.whatsapp.id]
    case 'hour':
      return [localTime(ticket.createdAt, zone).slice(0, 2)]
    case 'tag':
      return ticket.tags.map(({ id }) => id)
    case 'origin':
      return [ticket.referral ? ticket.referral.sourceId || 'https___fb.me_1_2' : null]
    case 'goal':
      return [...new Set((ticket.goals ?? []).flatMap(({ goal }) => goal ?? []))]
  }
}

/** Returns the mean minutes between two moments of those tickets that have both. */
function meanMinutes(tickets: readonly TicketRow[], end: (ticket: TicketRow) => number | null): number | null {
  const times = tickets.flatMap(ticket => {
    const [from, to] = [ticket.openedAt ?? ticket.createdAt, end(ticket)]
    return to === null ? [] : [Math.max(0, Math.round((to - from) / 1000))]
  })
  return mean(times.map(time => time / 60))
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.round((10 * values.reduce((a, b) => a + b, 0)) / values.length) / 10

function slowly(tickets: readonly TicketRow[], goal?: string) {
  const ratings = tickets.flatMap(({ rating }) => rating ?? [])
  const reached = (kind: 'firstAnswer' | 'resolution') => {
    const all = tickets.flatMap(({ goals = [] }) => goals.filter(each => each.kind === kind))
    const own = goal === undefined ? all : all.filter(each => each.goal === goal)
    return {
      met: own.filter(({ breachedAt }) => breachedAt === null).length,
      missed: own.filter(({ breachedAt }) => breachedAt !== null).length,
    }
  }
  return {
    closed: tickets.length,
    reopened: tickets.filter(({ openedAt }) => openedAt).length,
    abandoned: tickets.filter(({ abandoned }) => abandoned).length,
    resolution: meanMinutes(tickets, ({ closedAt }) => closedAt),
    rating: mean(ratings),
    rated: ratings.length,
    goals: { firstAnswer: reached('firstAnswer'), resolution: reached('resolution') },
  }
}

/** Expects each report by team to say what all tickets of a company say. */
export async function expectTeamReports(
  companyId: string,
  tickets: readonly TicketRow[],
  zone: string,
  [first, last]: readonly [string, string],
): Promise<void> {
  const inRange = tickets.filter(({ status, closedAt }) => {
    const day = closedAt === null ? '' : localDay(closedAt, zone)
    return status === 'closed' && day >= first && day <= last
  })
  for (const by of TEAM_DIMENSIONS) {
    const { rows, totals } = await teamReportOf(companyId, by, { first, last })
    expect(totals.now, by).toMatchObject({ ...slowly(inRange), opened: tickets.length })
    const keys = new Set(inRange.flatMap(ticket => keysOf(by, ticket, zone)))
    const used = rows.filter(({ now }) => now.closed > 0)
    expect(new Set(used.map(({ key }) => key)), by).toEqual(keys)
    for (const { key, now } of used) {
      const own = inRange.filter(ticket => keysOf(by, ticket, zone).includes(key))
      expect(now, `${by} ${key}`).toMatchObject(slowly(own, by === 'goal' ? (key ?? '') : undefined))
    }
    const opened = rows.reduce((sum, { now }) => sum + (now.opened ?? 0), 0)
    expect(opened, by).toBe(by === 'hour' ? tickets.length : 0)
  }
}
