import type { TicketPriority } from '@balcao/shared/entities/ticket.ts'
import type { ViewFilter, ViewPart, ViewStatus } from '@balcao/shared/entities/view.ts'
import { viewIndexesOf } from './view-index.ts'

/** Filter of a list that views have, too: of one status, or every. */
type ListedFilter = {
  status?: 'pending' | 'open' | 'closed' | undefined
  snoozed?: boolean | undefined
  unread: boolean
  priority?: readonly TicketPriority[] | undefined
}

const PARTS = new Set<string>(['status', 'unread', 'priority'] satisfies ViewPart[])

/**
 * Returns whether an index holds every ticket that a list shows, and not
 * every ticket of the list's status.
 */
function covers(index: ViewFilter, { status, snoozed, unread, priority }: ListedFilter): boolean {
  const parts = Object.keys(index)
  if (!index.unread && !index.priority) return false
  const statuses: readonly ViewStatus[] =
    status === 'open' ? [snoozed ? 'snoozed' : 'open'] : status ? [status] : ['pending', 'open', 'snoozed', 'closed']
  return (
    parts.every(part => PARTS.has(part)) &&
    statuses.every(each => !index.status || index.status.includes(each)) &&
    (!index.unread || unread) &&
    (!index.priority || (!!priority?.length && priority.every(each => index.priority!.includes(each))))
  )
}

/**
 * Returns how many tickets an index leaves out, roughly: its parts, and the values each excludes.
 */
const narrowness = ({ status, priority, unread }: ViewFilter): number =>
  (unread ? 10 : 0) + (priority ? 15 - priority.length : 0) + (status ? 5 - status.length : 0)

/**
 * Returns the id of the narrowest index of the company's views that holds what a list by unread
 * messages or priority shows; undefined, without a read, if the list has no such part or the
 * company no view.
 */
export async function coveringIndex(companyId: string, filter: ListedFilter): Promise<string | undefined> {
  if (!filter.unread && !filter.priority?.length) return undefined
  const found = (await viewIndexesOf(companyId)).filter(index => index.ready && covers(index.filter, filter))
  return found.toSorted((a, b) => narrowness(b.filter) - narrowness(a.filter))[0]?.id
}
