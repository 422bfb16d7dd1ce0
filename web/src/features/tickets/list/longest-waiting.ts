import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { ArgsOf } from '@balcao/shared/api-contract/route.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import i18next from 'i18next'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

type Filter = Pick<NonNullable<ArgsOf<typeof tickets.list>['query']>, 'queueIds' | 'showAll'>

let asking = false

/**
 * Returns the ticket that has waited longest among those of the filter. Tells the person where
 * nobody waits, or why it could not be looked up.
 */
export async function longestWaiting(filter: Filter): Promise<Ticket | undefined> {
  // A second press before the answer would accept the same ticket again.
  if (asking) return undefined
  asking = true
  try {
    const query = { ...filter, status: 'pending', order: 'waiting', limit: '1' } as const
    const [first] = (await api(tickets.list, { query })).tickets
    if (!first) toast.info(i18next.t('tickets:empty.pending'))
    return first
  } catch (error) {
    toast.error(error)
    return undefined
  } finally {
    asking = false
  }
}
