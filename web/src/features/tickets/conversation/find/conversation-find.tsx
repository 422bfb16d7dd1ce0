import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { searchedTerms } from '@balcao/shared/rules/search-words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { SearchInput } from '#/components/ui/input.tsx'
import { apiPages } from '#/lib/queries.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { markFound } from './found-marks.ts'

interface ConversationFindProps {
  ticketId: string
  onGo: (messageId: string) => void
  onClose: () => void
}

/**
 * Searches one conversation: marks the words, and moves through the messages that contain all of
 * them, from the newest on.
 */
export function ConversationFind({ ticketId, onGo, onClose }: ConversationFindProps) {
  const { t } = useTranslation('ticketDetails')
  const [text, setText] = useState('')
  const settled = useDebouncedValue(text.trim())
  const terms = useMemo(() => searchedTerms(settled), [settled])
  const asks = terms.length > 0
  const list = useInfiniteQuery({
    ...apiPages(messages.find, { params: { ticketId }, query: { searchParam: settled, limit: '100' } }),
    enabled: asks,
    refetchOnMount: 'always',
  })
  const hits = list.data?.pages.flatMap(page => page.hits) ?? []
  // Position among the hits, from the newest; a jump to a hit that is still loading happens when it
  // has arrived.
  const [at, setAt] = useState(0)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const isAhead = at >= hits.length
  // At the last loaded hit the next page is requested: their total shows as soon as it is known.
  const wantsMore = asks && hasNextPage && at + 1 >= hits.length

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at its newest
  useEffect(() => setAt(0), [settled, ticketId])
  useEffect(() => {
    if (wantsMore && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [wantsMore, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  const go = useRef(onGo)
  go.current = onGo
  const shown = hits[at]?.id
  useEffect(() => {
    if (shown) go.current(shown)
  }, [shown])

  useEffect(() => {
    const log = document.querySelector('[data-conversation-log]')
    return log ? markFound(log, terms) : undefined
  }, [terms])

  const older = () => {
    if (at + 1 < hits.length || hasNextPage) setAt(at + 1)
    else if (shown) go.current(shown)
  }
  const newer = () => {
    if (at > 0) setAt(at - 1)
    else if (shown) go.current(shown)
  }
  // No further hit was found after the last one.
  useEffect(() => {
    if (hits.length > 0 && at >= hits.length && !hasNextPage) setAt(hits.length - 1)
  }, [at, hits.length, hasNextPage])

  const status = !asks
    ? ''
    : isAhead && (list.isError || (list.isPaused && (list.isPending || wantsMore)))
      ? t('find.failed')
      : list.isPending || (wantsMore && isAhead)
        ? t('find.looking')
        : hits.length === 0
          ? t('find.none')
          : t(hasNextPage ? 'find.positionMore' : 'find.position', { at: at + 1, total: hits.length })

  const close = () => {
    onClose()
    // The focus was in what is gone now.
    document.querySelector<HTMLElement>('[data-conversation-log]')?.focus({ preventScroll: true })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: not every browser knows `search`
    <div
      role="search"
      // Handled before the field, which Esc would clear first, and before the key that leaves the
      // conversation.
      onKeyDownCapture={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
      className="flex items-center gap-1 border-line border-b bg-surface px-3 py-1.5"
    >
      <div
        className="min-w-0 flex-1"
        onKeyDownCapture={event => {
          if (event.key === 'Enter') {
            event.preventDefault()
            if (event.shiftKey) newer()
            else older()
          } else if (event.key === 'ArrowUp') {
            event.preventDefault()
            older()
          } else if (event.key === 'ArrowDown') {
            event.preventDefault()
            newer()
          } else return
          event.stopPropagation()
        }}
      >
        <SearchInput label={t('find.label')} value={text} onChange={setText} autoFocus />
      </div>
      <span role="status" className="tabular min-w-16 shrink-0 px-1 text-right text-ink-2 text-sm">
        {status}
      </span>
      <IconButton
        label={t('find.older')}
        icon={<ChevronUp size={18} />}
        disabled={hits.length === 0 || (at + 1 >= hits.length && !hasNextPage)}
        onClick={older}
      />
      <IconButton label={t('find.newer')} icon={<ChevronDown size={18} />} disabled={at === 0} onClick={newer} />
      <IconButton label={t('find.close')} icon={<X size={18} />} onClick={close} />
    </div>
  )
}
