import { copilot } from '@balcao/shared/api/automation/copilot.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { currentLanguage } from '#/lib/i18n.ts'
import { api } from '#/lib/session.ts'
import { toggleTranslation } from './translated.ts'

/** Longest text that the copilot takes, in UTF-16 units. */
const MAX_LENGTH = 4096

/** Shows what a message says in the reader's language, as the copilot translates it. */
export function MessageTranslation({ message: { id, ticketId, body } }: { message: Message }) {
  const { t } = useTranslation('ticketDetails', { keyPrefix: 'copilot' })
  const language = currentLanguage()
  const found = useQuery({
    queryKey: ['translation', id, body, language],
    queryFn: () =>
      api(copilot.act, {
        params: { ticketId },
        body: { action: 'translate', text: cutText(body, MAX_LENGTH, '…'), language },
      }),
    // Each translation is paid for: it is asked for once, and again by a person alone.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    retryOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  return (
    <div className="mt-1 border-line border-t pt-1 text-sm">
      <p className="flex items-center justify-between gap-2 text-ink-2 text-xs">
        {t('translation')}
        <IconButton
          size="sm"
          label={t('hideTranslation')}
          icon={<X size={16} />}
          onClick={() => {
            toggleTranslation(id)
            document.getElementById(`message-${id}`)?.focus()
          }}
        />
      </p>
      {found.isError ? (
        <ErrorState
          compact
          error={found.error}
          title={t('failed')}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      ) : (
        <p aria-live="polite" aria-busy={found.isPending} className="wrap-anywhere whitespace-pre-wrap">
          {found.isPending ? (
            <span className="flex items-center gap-2 text-ink-2">
              <Spinner /> {t('translating')}
            </span>
          ) : (
            <bdi>{'text' in found.data ? found.data.text : ''}</bdi>
          )}
        </p>
      )}
    </div>
  )
}
