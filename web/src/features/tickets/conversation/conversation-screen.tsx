import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { apiQuery } from '#/lib/queries.ts'
import { toast } from '#/lib/toast.ts'
import { cachedTicket } from '#/realtime/ticket-lists.ts'
import { Conversation } from './conversation.tsx'

/** `/tickets/{uuid}`: the ticket as the list knew it at once, as the server says behind. */
export function ConversationScreen() {
  const { t } = useTranslation(['tickets', 'common'])
  const { uuid } = useParams({ from: '/_app/tickets/$uuid' })
  const navigate = useNavigate()
  const client = useQueryClient()
  const query = useQuery({
    ...apiQuery(tickets.getByUuid, { params: { ticketId: uuid } }),
    placeholderData: () => cachedTicket(client, uuid),
  })
  const refused = query.error instanceof ApiError && query.error.status === 403

  useEffect(() => {
    if (!refused) return
    toast.info(t('common:error.noAccess'))
    void navigate({ to: '/tickets', search: previous => previous, replace: true })
  }, [refused, navigate, t])

  if (query.data) return <Conversation key={query.data.id} ticket={query.data} />
  if (query.isError && !refused) {
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
