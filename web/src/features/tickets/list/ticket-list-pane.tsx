import { queue } from '@balcao/shared/api/team/queue.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import type { TicketView } from '@balcao/shared/entities/preferences.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Suspense, useContext, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '#/components/ui/badge.tsx'
import { MultiSelect } from '#/components/ui/combobox.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { ScreenHelp } from '#/components/ui/screen-help.ts'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { SegmentedList, SegmentedTrigger, Tabs, TabsContent, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { LazyFirstSteps } from '#/features/company/public/lazy-first-steps.tsx'
import { cn } from '#/lib/cn.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayDo } from '#/lib/permissions.ts'
import { usePreferences } from '#/lib/preferences.ts'
import { apiQuery } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { keyText, useShortcut } from '#/lib/shortcuts.ts'
import { useStore } from '#/lib/store.ts'
import { useTicketActions } from '../actions/use-ticket-actions.ts'
import { longest } from './list-parts.ts'
import { queueChoice, showAllChoice, some } from './list-state.ts'
import { NoTickets } from './no-tickets.tsx'
import { TicketList } from './ticket-list.tsx'
import type { TicketSearch } from './ticket-search.ts'
import { useSeveralConnections } from './use-several-connections.ts'

const FilterChips = lazyPart(() => import('./filter-chips.tsx').then(file => file.FilterChips))
const SearchTab = lazyPart(() => import('../search/search-tab.tsx').then(file => file.SearchTab))
const ListHead = lazyPart(() => import('./list-head.tsx').then(file => file.ListHead), 'ticketDetails')
const ViewTabs = lazyPart(() => import('../views/view-tabs.tsx').then(file => file.ViewTabs), 'views')
const ViewList = lazyPart(() => import('../views/view-list.tsx').then(file => file.ViewList), 'views')
const ListOptions = lazyPart(() => import('./list-options.tsx').then(file => file.ListOptions))

interface TicketListPaneProps {
  search: TicketSearch
  onNew: () => void
  onSpy: (ticket: Ticket) => void
}

/** Shows the tabs Ativos, Resolvidos and Busca with their filters, above their list. */
export function TicketListPane({ search, onNew, onSpy }: TicketListPaneProps) {
  const { t } = useTranslation('tickets')
  const Help = useContext(ScreenHelp)
  const navigate = useNavigate()
  const user = useUser()
  const mayShowAll = useMayDo('tickets-manager:showall')
  const chosenAll = useStore(showAllChoice)
  const showAll = (search.showAll ?? chosenAll) && mayShowAll
  const chosenQueues = useStore(queueChoice)
  const allQueues = useQuery(apiQuery(queue.list)).data ?? []
  const queues = mayShowAll ? allQueues : allQueues.filter(each => user.queues.some(own => own.id === each.id))
  const queueIds = chosenQueues.filter(id => queues.some(each => each.id === id))
  const tab = search.tab ?? 'open'
  const sub = search.sub ?? 'assigned'

  const filter = { queueIds: some(queueIds), showAll: showAll ? ('true' as const) : undefined }
  const go = (changes: Partial<TicketSearch>) =>
    void navigate({ to: '.', search: (previous: TicketSearch) => ({ ...previous, ...changes }), replace: true })

  const onShowAll = (all: boolean) => {
    showAllChoice.set(all)
    go({ showAll: undefined })
  }
  const preferences = usePreferences()
  const { waitingOrder, pinned: pinnedIds } = preferences
  const view: TicketView = {
    tab,
    ...(tab === 'open' ? { sub } : {}),
    ...(tab === 'search'
      ? {
          q: search.q,
          tags: search.tags,
          users: search.users,
          date: search.date,
          origin: search.origin,
          priority: search.priority,
        }
      : {}),
    ...(queueIds.length > 0 ? { queueIds } : {}),
    ...(search.unread ? { unread: true } : {}),
    ...(showAll ? { showAll: true } : {}),
  }
  // The search box keeps typed text until it settles: another view replaces the box.
  const [chosenTimes, setChosenTimes] = useState(0)
  const choose = (wanted: TicketView) => {
    queueChoice.set(wanted.queueIds ?? [])
    showAllChoice.set(wanted.showAll ?? false)
    setChosenTimes(times => times + 1)
    go({
      tab: wanted.tab === 'open' ? undefined : wanted.tab,
      sub: wanted.sub === 'assigned' ? undefined : wanted.sub,
      q: wanted.q,
      tags: wanted.tags,
      users: wanted.users,
      date: wanted.date,
      origin: wanted.origin,
      priority: wanted.priority,
      unread: wanted.unread,
      showAll: undefined,
      viewId: undefined,
    })
  }
  const several = useSeveralConnections()
  const counts = useQuery(apiQuery(tickets.count, { query: filter })).data

  const searchBox = useRef<HTMLInputElement>(null)
  useShortcut('tickets.search', {
    run: () => {
      go({ tab: 'search', viewId: undefined })
      setTimeout(() => searchBox.current?.focus())
    },
  })
  useShortcut('tickets.new', { run: onNew })
  const show = (wanted: TicketSearch['sub']) => () => go({ tab: undefined, sub: wanted, viewId: undefined })
  useShortcut('tickets.assigned', { run: show(undefined) })
  useShortcut('tickets.pending', { run: show('pending') })
  useShortcut('tickets.snoozed', { run: show('snoozed') })
  const actions = useTicketActions()
  useShortcut('tickets.accept', {
    run: async () => {
      await longest.load().catch(() => undefined)
      const ticket = await longest.store.get()?.longestWaiting(filter)
      if (ticket) await actions.accept(ticket)
    },
  })

  return (
    <Tabs
      value={search.viewId ? 'view' : tab}
      onValueChange={value =>
        go({ tab: value === 'open' ? undefined : (value as TicketSearch['tab']), viewId: undefined })
      }
      className="flex h-full min-h-0 flex-col bg-surface"
    >
      <div className="flex items-center gap-1 border-line border-b pr-2">
        <TabsList className="min-w-0 flex-1 border-b-0 pl-1" aria-label={t('title')}>
          <TabsTrigger value="open">{t('tab.open')}</TabsTrigger>
          <TabsTrigger value="closed">{t('tab.closed')}</TabsTrigger>
          <TabsTrigger value="search">{t('tab.search')}</TabsTrigger>
        </TabsList>
        {Help && <Help />}
        <IconButton
          label={t('action.new')}
          icon={<Plus size={20} />}
          tone="accent"
          shortcut={keyText('tickets.new')}
          onClick={onNew}
        />
      </div>

      {tab !== 'search' && !search.viewId && (
        <Filters
          queues={queues}
          queueIds={queueIds}
          showAll={showAll}
          mayShowAll={mayShowAll}
          unread={search.unread ?? false}
          onUnread={unread => go({ unread: unread || undefined })}
          onShowAll={onShowAll}
          view={view}
          onView={id => go({ viewId: id })}
        />
      )}
      <Suspense>
        <div className={cn(search.viewId && 'pt-2')}>
          <ViewTabs chosen={search.viewId} onChoose={id => go({ viewId: id })} screen={view} />
        </div>
        {preferences.filters.length > 0 && !search.viewId && (
          <FilterChips filters={preferences.filters} view={view} onChoose={choose} />
        )}
      </Suspense>

      {search.viewId && (
        <TabsContent value="view" tabIndex={-1} className="flex min-h-0 flex-1 flex-col border-line border-t">
          <Suspense>
            <ViewList
              id={search.viewId}
              several={several}
              onLeave={() => go({ tab: undefined, viewId: undefined })}
              onSpy={onSpy}
            />
          </Suspense>
        </TabsContent>
      )}
      <TabsContent value="open" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
        <Tabs
          value={sub}
          onValueChange={value => go({ sub: value === 'assigned' ? undefined : (value as TicketSearch['sub']) })}
          className="flex min-h-0 flex-1 flex-col"
        >
          <div className="border-line border-b px-3 pb-2">
            <SegmentedList aria-label={t('tab.open')}>
              <SegmentedTrigger value="assigned" className="min-w-0 flex-auto gap-1 px-1.5">
                <span className="truncate">{t('sub.assigned')}</span>{' '}
                <CountBadge count={counts?.open ?? 0} tone="neutral" />
              </SegmentedTrigger>
              <SegmentedTrigger value="pending" className="flex-auto gap-1 px-1.5">
                {t('sub.pending')} <CountBadge count={counts?.pending ?? 0} />
              </SegmentedTrigger>
              <SegmentedTrigger value="snoozed" className="flex-auto gap-1 px-1.5">
                {t('sub.snoozed')} <CountBadge count={counts?.snoozed ?? 0} tone="neutral" />
              </SegmentedTrigger>
            </SegmentedList>
          </div>
          {(['assigned', 'pending', 'snoozed'] as const).map(each => {
            const status = each === 'pending' ? 'pending' : 'open'
            return (
              <TabsContent key={each} value={each} tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
                {each !== 'snoozed' && (
                  // Its height is reserved while it loads.
                  <div className="flex h-8 touch:box-content touch:h-control shrink-0 justify-end border-line border-b px-2 py-0.5 touch:py-0">
                    <Suspense>
                      <ListHead of={each === 'pending' ? 'waitingOrder' : 'afterResolve'} />
                    </Suspense>
                  </div>
                )}
                <TicketList
                  label={t(`sub.${each}`)}
                  query={{
                    ...filter,
                    status,
                    withUnreadMessages: search.unread ? 'true' : undefined,
                    snoozed: each === 'snoozed' ? 'true' : undefined,
                    order: each === 'pending' && waitingOrder === 'waiting' ? 'waiting' : undefined,
                  }}
                  status={status}
                  several={several}
                  {...(each === 'assigned' ? { pinned: pinnedIds } : {})}
                  active={tab === 'open' && sub === each && !search.viewId}
                  empty={
                    each === 'snoozed' ? (
                      <NoTickets title={t('empty.snoozed')}>{t('empty.snoozedHint')}</NoTickets>
                    ) : (
                      <LazyFirstSteps
                        className="p-3"
                        instead={<NoTickets title={t(`empty.${each}`)}>{t(`empty.${each}Hint`)}</NoTickets>}
                      />
                    )
                  }
                  onSpy={onSpy}
                />
              </TabsContent>
            )
          })}
        </Tabs>
      </TabsContent>

      <TabsContent value="closed" tabIndex={-1} className="flex min-h-0 flex-1 flex-col border-line border-t">
        <TicketList
          label={t('tab.closed')}
          query={{ ...filter, status: 'closed' }}
          status="closed"
          several={several}
          active={tab === 'closed' && !search.viewId}
          empty={<NoTickets title={t('empty.closed')}>{t('empty.closedHint')}</NoTickets>}
          onSpy={onSpy}
        />
      </TabsContent>

      <TabsContent value="search" tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
        <Suspense fallback={<Skeleton className="m-3 h-control-sm" />}>
          <SearchTab
            key={chosenTimes}
            search={search}
            filter={{ queueIds: filter.queueIds, showAll: mayShowAll ? (showAll ? 'true' : 'false') : undefined }}
            go={go}
            box={searchBox}
            several={several}
            queues={queues}
            queueIds={queueIds}
            onQueues={queueChoice.set}
            mayShowAll={mayShowAll}
            showAll={showAll}
            onShowAll={onShowAll}
            options={<ListOptions view={view} onView={id => go({ viewId: id })} />}
            onSpy={onSpy}
          />
        </Suspense>
      </TabsContent>
    </Tabs>
  )
}

interface FiltersProps {
  queues: readonly { id: string; name: string; color: string }[]
  queueIds: readonly string[]
  showAll: boolean
  mayShowAll: boolean
  unread: boolean
  onUnread: (unread: boolean) => void
  onShowAll: (all: boolean) => void
  view: TicketView
  onView: (id: string) => void
}

function Filters({ queues, queueIds, showAll, mayShowAll, unread, onUnread, onShowAll, view, onView }: FiltersProps) {
  const { t } = useTranslation('tickets')
  const id = useId()
  return (
    <div className="flex items-center gap-2 px-3 py-2 sm:gap-3">
      <div className="min-w-0 flex-1">
        <MultiSelect
          label={t('filter.queues')}
          // Beside the switch for everybody's tickets there is room for one word.
          placeholder={t(mayShowAll ? 'filter.fewQueues' : 'filter.allQueues')}
          options={queues.map(each => ({ value: each.id, label: each.name, color: each.color }))}
          value={queueIds}
          onChange={queueChoice.set}
          summary="count"
          countLabel={count => t('filter.queueCount', { count })}
          className={cn('h-control-sm text-sm', mayShowAll && 'gap-0 pr-1 pl-2')}
        />
      </div>
      <label htmlFor={`${id}-unread`} className="flex shrink-0 items-center gap-1.5 text-ink-2 text-sm">
        <Switch id={`${id}-unread`} checked={unread} onCheckedChange={onUnread} />
        {t('filter.unread')}
      </label>
      {mayShowAll && (
        <label htmlFor={`${id}-all`} className="flex shrink-0 items-center gap-1.5 text-ink-2 text-sm">
          <Switch id={`${id}-all`} checked={showAll} onCheckedChange={onShowAll} />
          {t('filter.showAll')}
        </label>
      )}
      <Suspense fallback={<span className="size-control-sm shrink-0" />}>
        <ListOptions view={view} onView={onView} />
      </Suspense>
    </div>
  )
}
