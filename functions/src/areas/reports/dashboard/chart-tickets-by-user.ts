import { closedOnDays } from '../../../data/reports/day-counter.ts'
import { listUsers } from '../../../data/team/user.ts'
import { dayRangeOf } from '../day-range.ts'
import type { Operations } from '../operations.ts'

/**
 * Returns closed tickets per user, most first. Tickets that no user closed (the bot, or one without
 * an attendant) do not count, and
 * neither do operators of the installation.
 */
export const chartTicketsByUser: Operations['dashboard']['ticketsUsers'] = async ({ companyId }, { query }) => {
  const { first, last } = dayRangeOf(query.initialDate, query.finalDate, ['initialDate', 'finalDate'])
  const [closed, users] = await Promise.all([closedOnDays(companyId, first, last), listUsers(companyId)])
  const names = new Map(users.map(({ id, name }) => [id, name]))
  const operators = new Set(users.filter(user => user.super).map(({ id }) => id))
  return {
    data: closed
      .filter(row => row.userId !== null && row.closed > 0 && !operators.has(row.userId))
      .map(row => ({ name: names.get(row.userId!) ?? row.name, quantity: row.closed }))
      .sort((a, b) => b.quantity - a.quantity || a.name.localeCompare(b.name)),
  }
}
