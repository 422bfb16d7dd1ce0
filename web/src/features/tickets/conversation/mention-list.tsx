import { useQuery } from '@tanstack/react-query'
import { type RefObject, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { cn } from '#/lib/cn.ts'
import { type Colleague, findColleagues, mentionableQuery } from './mentions.ts'
import { optionId, useFieldList } from './use-field-list.ts'

const LIST_ID = 'mentions'

interface MentionListProps {
  ticketId: string
  /** Letters after the `@`. */
  typed: string
  field: RefObject<HTMLTextAreaElement | null>
  onChoose: (colleague: Colleague) => void
  onClose: () => void
}

/** Shows the colleagues whom a note may mention, above its field, which keeps the focus. */
export function MentionList({ ticketId, typed, field, onChoose, onClose }: MentionListProps) {
  const { t } = useTranslation('ticketDetails')
  const { data, isPending, isError, isPaused } = useQuery(mentionableQuery(ticketId))
  const found = useMemo(() => findColleagues(data ?? [], typed), [data, typed])
  const isLoading = isPending && !isPaused
  const rows = found.filter(({ sees }) => sees)
  const active = useFieldList({ field, listId: LIST_ID, rows, isLoading, onChoose, onClose })
  const said = isLoading
    ? t('mention.loading')
    : isError || !data
      ? t('mention.failed')
      : found.length > 0
        ? t('mention.found', { count: found.length })
        : t('mention.none', { text: typed })
  return (
    <div className="absolute inset-x-2 bottom-full z-20 mb-1 flex max-h-72 max-w-sm flex-col rounded-md border border-line-strong bg-raised text-ink shadow-overlay sm:inset-x-3">
      <span role="status" className="sr-only">
        {said}
      </span>
      <div
        id={LIST_ID}
        role="listbox"
        aria-label={t('mention.label')}
        className="min-h-0 overflow-y-auto p-1 empty:p-0"
      >
        {found.map(each => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard in the field, which keeps the focus
          <div
            key={each.id}
            id={optionId(LIST_ID, each.id)}
            role="option"
            tabIndex={-1}
            aria-selected={each === active}
            aria-disabled={each.sees ? undefined : true}
            onMouseDown={event => event.preventDefault()}
            onClick={() => each.sees && onChoose(each)}
            className={cn(
              'flex min-h-control items-center gap-2 rounded-sm px-2 pointer-coarse:min-h-11',
              each.sees ? 'cursor-pointer hover:bg-hover' : 'text-ink-2',
              each === active && 'bg-active',
            )}
          >
            <Avatar name={each.name} size={24} />
            <bdi className="min-w-0 flex-1 truncate">{each.name}</bdi>
            {(!each.sees || each.online) && (
              <span className="shrink-0 text-ink-2 text-xs">{t(each.sees ? 'mention.online' : 'mention.unseen')}</span>
            )}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p aria-hidden className="px-3 py-1.5 text-ink-2 text-xs">
          {said}
        </p>
      )}
    </div>
  )
}
