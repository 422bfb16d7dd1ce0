/** Unread entries of this user's bell: mentions, and what macros and rules notify of. */
import { notices } from '@balcao/shared/api/company/notices.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { apiQuery } from '#/lib/queries.ts'
import { api, useUser } from '#/lib/session.ts'

type Unread = ResultOf<typeof notices.unread>['unread']

const query = apiQuery(notices.unread)
const nothing: Unread = []

/** Returns this user's unread notices, the newest hundred. */
export const useUnreadNotices = (): Unread => useQuery(query).data?.unread ?? nothing

/** Returns whether a ticket has an unread notice for this user. */
export const useHasNotice = (ticketId: string): boolean =>
  useQuery({ ...query, select: ({ unread }) => unread.some(each => each.ticketId === ticketId) }).data ?? false

/** Marks notices as read, all without ids; a failure shows them again. */
export function readNotices(client: QueryClient, ids?: string[]): void {
  client.setQueryData(query.queryKey, {
    unread: (client.getQueryData(query.queryKey)?.unread ?? []).filter(({ id }) => ids && !ids.includes(id)),
  })
  const refetch = () => void client.invalidateQueries({ queryKey: ['notices'] })
  api(notices.read, { body: ids ? { ids } : {} }).then(refetch, refetch)
}

/** Marks the notices of a ticket as read while its conversation is looked at. */
export function useReadNotices(ticketId: string): void {
  const client = useQueryClient()
  const { support } = useUser()
  const ids = useUnreadNotices()
    .flatMap(each => (each.ticketId === ticketId ? each.id : []))
    .join()
  /** Ids of the last call: one that failed would be repeated without end. */
  const asked = useRef('')
  useEffect(() => {
    if (ids === '' || ids === asked.current || support) return
    const look = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', look)
      asked.current = ids
      readNotices(client, ids.split(','))
    }
    document.addEventListener('visibilitychange', look)
    look()
    return () => document.removeEventListener('visibilitychange', look)
  }, [client, ids, support])
}
