import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { forgetConversation, readConversation } from '#/lib/cached-conversations.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useScreenTitle } from '#/lib/screen-title.ts'
import { useStore } from '#/lib/store.ts'
import { cachedTicket } from '#/realtime/ticket-lists.ts'
import { ownMoves } from '../public/own-moves.ts'
import { Conversation } from './conversation.tsx'

/** Shows `/tickets/{uuid}`: at once the ticket as the list has it, then the server's answer. */
export function ConversationScreen() {
  const { t } = useTranslation('tickets')
  const { uuid } = useParams({ from: '/_app/tickets/$uuid' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const query = useQuery({
    ...apiQuery(tickets.getByUuid, { params: { ticketId: uuid } }),
    placeholderData: () => cachedTicket(client, uuid),
  })
  useScreenTitle(query.data?.contact.name)
  useEffect(() => {
    const { queryKey } = apiQuery(tickets.getByUuid, { params: { ticketId: uuid } })
    void readConversation(uuid).then(kept => {
      // Shown while the server's answer is on its way, which is requested in any case.
      if (kept && client.getQueryData(queryKey) === undefined && !cachedTicket(client, uuid))
        client.setQueryData(queryKey, kept.ticket, { updatedAt: 0 })
    })
  }, [client, uuid])
  const status = query.error instanceof ApiError ? query.error.status : 0
  const gone = status === 404 || status === 403
  useEffect(() => {
    if (gone) void forgetConversation(uuid)
  }, [gone, uuid])
  const isOwnMove = useStore(ownMoves).includes(uuid)
  const wasShown = query.data !== undefined
  const isLost = gone && !isOwnMove && (wasShown || status === 403)

  useEffect(() => {
    if (!isLost) return
    void navigate({ to: '/tickets', search: previous => previous, replace: true })
    import('../public/tell-moved.ts').then(part => part.tellLost(status, wasShown)).catch(() => undefined)
  }, [isLost, status, wasShown, navigate])

  if (query.data && (!gone || isOwnMove)) return <Conversation key={query.data.id} ticket={query.data} />
  if (query.isError && !isLost) {
    return (
      <div className="flex h-full">
        <ErrorState error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      </div>
    )
  }
  return (
    <div role="status" aria-label={t('message.loading')} className="flex items-center gap-3 border-line border-b p-3">
      <Skeleton className="size-10 rounded-full" />
      <Skeleton className="h-4 w-48" />
    </div>
  )
}
