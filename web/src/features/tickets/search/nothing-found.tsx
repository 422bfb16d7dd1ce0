import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { formatDate } from '#/lib/format.ts'
import type { TicketSearch } from '../list/ticket-search.ts'
import { TalkToNumber } from './talk-to-number.tsx'

interface NothingFoundProps {
  text: string
  search: TicketSearch
  /** Names of the queues the search is limited to. */
  queues: readonly string[]
  /** True if the search is limited to the user's own and unassigned conversations. */
  onlyMine: boolean
  onWiden: () => void
  onClear: () => void
}

/**
 * Says that nothing was found, what was searched (names, numbers, protocols, messages), from when
 * and within which limits, and offers to drop them.
 */
export function NothingFound({ text, search, queues, onlyMine, onWiden, onClear }: NothingFoundProps) {
  const { t, i18n } = useTranslation(['tickets', 'ticketDetails'])
  const either = new Intl.ListFormat(i18n.language, { type: 'disjunction' })
  const levels = search.priority?.map(level => t(`ticketDetails:priority.${level}`).toLocaleLowerCase()) ?? []
  const limits = [
    ...queues,
    search.tags?.length ? t('ticketDetails:search.withTags', { count: search.tags.length }) : '',
    search.users?.length ? t('ticketDetails:search.ofUsers', { count: search.users.length }) : '',
    levels.length > 0 ? t('ticketDetails:search.ofPriority', { levels: either.format(levels) }) : '',
    search.date ? t('ticketDetails:search.begunOn', { day: formatDate(`${search.date}T12:00:00Z`) }) : '',
    search.unread ? t('ticketDetails:search.onlyUnread') : '',
    search.origin ? t('ticketDetails:search.onlyAds') : '',
    onlyMine ? t('ticketDetails:search.onlyMine') : '',
  ].filter(Boolean)
  return (
    <EmptyState
      icon={<SearchX size={20} />}
      title={text ? t('ticketDetails:search.nothing', { text }) : t('ticketDetails:search.nothingChosen')}
      action={
        <>
          <TalkToNumber text={text} />
          {limits.length > 0 && (
            <Button variant="primary" onClick={onWiden}>
              {t('ticketDetails:search.widen')}
            </Button>
          )}
          {text && <Button onClick={onClear}>{t('ticketDetails:search.clear')}</Button>}
        </>
      }
    >
      {text && <span className="block">{t('ticketDetails:search.where')}</span>}
      <span className="block">
        {limits.length > 0
          ? t('ticketDetails:search.within', { limits: limits.join(', ') })
          : t('ticketDetails:search.everything')}
      </span>
      {limits.length > 0 && !search.date && <span className="block">{t('ticketDetails:search.allTime')}</span>}
    </EmptyState>
  )
}
