import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchInput } from '#/components/ui/input.tsx'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { some } from '../list/list-state.ts'
import { NoTickets } from '../list/no-tickets.tsx'
import type { TicketSearch } from '../list/ticket-search.ts'
import { NothingFound } from './nothing-found.tsx'
import { SearchChips, type SearchChipsProps } from './search-chips.tsx'
import { SearchResults } from './search-results.tsx'

interface SearchTabProps extends Omit<SearchChipsProps, 'search' | 'go'> {
  search: TicketSearch
  filter: { queueIds: string | undefined; showAll: 'true' | 'false' | undefined }
  go: (changes: Partial<TicketSearch>) => void
  box: RefObject<HTMLInputElement | null>
  several: boolean
  /** The menu of saved filters. */
  options: ReactNode
  onSpy: (ticket: Ticket) => void
}

/** Searches all conversations the user may see, and their messages; chips narrow it. */
export function SearchTab({ search, filter, go, box, several, options, onSpy, ...chips }: SearchTabProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const [text, setText] = useState(search.q ?? '')
  const settled = useDebouncedValue(text.trim())
  const isNarrowed = search.tags?.length || search.users?.length || search.date || search.origin

  const latest = useRef(go)
  latest.current = go
  useEffect(() => latest.current({ q: settled || undefined }), [settled])

  const widen = () => {
    go({
      tags: undefined,
      users: undefined,
      date: undefined,
      origin: undefined,
      priority: undefined,
      unread: undefined,
    })
    chips.onQueues([])
    if (chips.mayShowAll) chips.onShowAll(true)
  }

  return (
    <>
      <div className="space-y-2 border-line border-b pt-3">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside, on their way up */}
        <div
          className="flex items-center gap-1 px-3"
          onKeyDown={event => {
            if (event.defaultPrevented || (event.key !== 'ArrowDown' && event.key !== 'Escape')) return
            event.preventDefault()
            event.stopPropagation()
            const row = document.querySelector<HTMLElement>('[data-open]')
            if (row) row.focus()
            else if (event.target instanceof HTMLElement) event.target.blur()
          }}
        >
          <div className="min-w-0 flex-1">
            <SearchInput ref={box} label={t('ticketDetails:search.label')} value={text} onChange={setText} autoFocus />
          </div>
          {options}
        </div>
        <SearchChips search={search} go={go} {...chips} />
      </div>
      {settled || isNarrowed ? (
        <SearchResults
          text={settled}
          query={{
            ...filter,
            tags: some(search.tags),
            users: some(search.users),
            date: search.date,
            origin: search.origin,
            priority: search.priority && JSON.stringify(search.priority),
            withUnreadMessages: search.unread ? 'true' : undefined,
          }}
          several={several}
          nothing={
            <NothingFound
              text={settled}
              search={search}
              queues={chips.queues.filter(({ id }) => chips.queueIds.includes(id)).map(({ name }) => name)}
              onlyMine={chips.mayShowAll && !chips.showAll}
              onWiden={widen}
              onClear={() => setText('')}
            />
          }
          onSpy={onSpy}
        />
      ) : (
        <NoTickets title={t('ticketDetails:search.start')}>{t('ticketDetails:search.startHint')}</NoTickets>
      )}
    </>
  )
}
