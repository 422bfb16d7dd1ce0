import { messages } from '@balcao/shared/api/tickets/messages.ts'
import type { EarlierText } from '@balcao/shared/entities/message.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { formatWhen } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'

/** Shows an admin the earlier texts of a message, including the text of a deleted one. */
export function MessageHistory({ id }: { id: string }) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const query = useQuery(apiQuery(messages.history, { params: { id } }))
  if (query.isPending) return <Skeleton className="h-8" />
  if (query.isError) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  const texts = query.data.history.filter(({ body }) => body.trim() !== '')
  if (texts.length === 0) return <p className="text-ink-2 text-sm">{t('ticketDetails:message.noText')}</p>
  return <EarlierTexts texts={texts} className="text-ink-2 text-sm" />
}

/** Shows the earlier texts of a message, oldest first, each with who replaced it and when. */
export function EarlierTexts({ texts, className }: { texts: readonly EarlierText[]; className?: string }) {
  return (
    <span className={className}>
      {texts.map(({ body, editedAt, editedBy }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: texts are only added at the end
        <span key={i} className="wrap-anywhere block whitespace-pre-wrap">
          {body}
          {editedAt && (
            <span className="block text-xs opacity-80">
              → {editedBy && <bdi>{editedBy.name}</bdi>} {formatWhen(editedAt)}
            </span>
          )}
        </span>
      ))}
    </span>
  )
}
