import { schedules } from '@balcao/shared/api/content/schedules.ts'
import type { Schedule } from '@balcao/shared/entities/schedule.ts'
import { momentOf } from '@balcao/shared/rules/working-hours.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { CalendarClock, ChevronLeft, ChevronRight } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddButton } from '#/components/add-button.tsx'
import { ListSearch } from '#/components/list-search.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { FirstUse } from '#/components/query-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { SegmentedList, SegmentedTrigger, Tabs } from '#/components/ui/tabs.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { dayOf, formatDate, formatTime, formatWhen } from '#/lib/format.ts'
import { currentLanguage, languageTags } from '#/lib/i18n.ts'
import { apiPages, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useSetting } from '#/lib/settings.ts'
import { toast } from '#/lib/toast.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { Agenda } from './agenda.tsx'
import type { CalendarProps } from './calendar-props.ts'
import { dayName, daysOf, isDay, periodName, step, VIEWS, type View } from './days.ts'
import { HoursView } from './hours-view.tsx'
import { MonthView } from './month-view.tsx'
import { ScheduleDialog } from './public/lazy-schedule-dialog.ts'

const route = getRouteApi('/_app/schedules')

/**
 * Rows per page, and maximum number of pages a calendar fetches: the rows on screen are bounded.
 */
const PAGE_ROWS = 100
const MAX_PAGES = 10

/** Shows the calendar of scheduled messages; in a plan without them, what it would do. */
export function SchedulesScreen() {
  const { t } = useTranslation('schedules')
  const plan = usePlan()
  if (plan && !plan.useSchedules)
    return (
      <Screen header={<ScreenHeader title={t('title')} />}>
        <EmptyState icon={<CalendarClock size={20} />} title={t('noPlan')}>
          {t('noPlanHint')}
        </EmptyState>
      </Screen>
    )
  return <Calendar />
}

function Calendar() {
  const { t } = useTranslation('schedules')
  const { t: common } = useTranslation('common')
  const navigate = useNavigate()
  const search = route.useSearch()
  const zone = useSetting('timezone')
  const narrow = useMediaQuery('(max-width: 599.98px)')
  const today = dayOf(Date.now(), zone)
  const view = VIEWS.find(each => each === search.view) ?? (narrow ? 'agenda' : 'month')
  const day = isDay(search.day) ? search.day : today
  const [text, setText] = useState('')
  const searched = useDebouncedValue(text.trim().toLowerCase())
  const [open, setOpen] = useState<{ schedule: Schedule | null; at?: number } | null>(null)

  const days = daysOf(view, day)
  const [from = day, to] = [days[0], view === 'agenda' ? undefined : days.at(-1)]
  const list = useInfiniteQuery({
    ...apiPages(schedules.list, { query: { from, ...(to ? { to } : {}), searchParam: searched, limit: PAGE_ROWS } }),
    placeholderData: previous => previous,
  })
  const pages = list.data?.pages ?? []
  // A message moved meanwhile is shown at its new time, or no longer belongs to these days.
  const rows = pages
    .flatMap(page => page.schedules)
    .filter(({ sendAt }) => dayOf(sendAt, zone) >= from && (!to || dayOf(sendAt, zone) <= to))
    .toSorted((a, b) => a.sendAt.localeCompare(b.sendAt) || a.id.localeCompare(b.id))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  const goesOn = view !== 'agenda' && hasNextPage && pages.length < MAX_PAGES && !list.isFetchNextPageError
  useEffect(() => {
    if (goesOn && !isFetchingNextPage) void fetchNextPage()
  }, [goesOn, isFetchingNextPage, fetchNextPage])

  /** The days are known before their messages: a calendar is its own skeleton. */
  const isFilling = view !== 'agenda' && searched === '' && list.isPending

  const go = (changes: { view?: View; day?: string }) =>
    void navigate({ to: '/schedules', search: previous => ({ ...previous, ...changes }) })
  const close = () => {
    setOpen(null)
    if (search.contactId)
      void navigate({ to: '/schedules', search: ({ contactId: _, ...previous }) => previous, replace: true })
  }
  const addAt = (on: string, time?: string) => {
    // Without a time, the current time of day counts; today that is at least an hour from now.
    const at = momentOf(on, time ?? formatTime(Date.now(), zone), zone)
    setOpen({ schedule: null, at: time ? at : Math.max(at, Date.now() + 3_600_000) })
  }
  const move = useMove(rows, zone)
  const calendar: CalendarProps = {
    days,
    rows,
    today,
    zone,
    onOpen: schedule => setOpen({ schedule }),
    onAdd: addAt,
    onDay: on => go({ view: 'day', day: on }),
    onMove: move,
  }
  const add = () => setOpen({ schedule: null })

  return (
    <Screen
      header={
        <ScreenHeader title={t('title')} action={<AddButton label={t('add')} onClick={add} />}>
          <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
            <div className="flex min-w-0 items-center gap-1">
              <IconButton
                label={t('previous')}
                icon={<ChevronLeft size={18} />}
                onClick={() => go({ day: step(view, day, -1) })}
              />
              <Button onClick={() => go({ day: today })} aria-current={day === today ? 'date' : undefined}>
                {t('today')}
              </Button>
              <IconButton
                label={t('next')}
                icon={<ChevronRight size={18} />}
                onClick={() => go({ day: step(view, day, 1) })}
              />
              <h2 aria-live="polite" className="ml-2 min-w-0 truncate font-medium first-letter:uppercase">
                {periodOf(view, day, days, narrow) ?? t('from', { date: formatDate(momentOf(day, '12:00', zone)) })}
              </h2>
            </div>
            <div className="flex w-full min-w-0 flex-wrap items-center gap-2 md:ml-auto md:w-auto">
              <ListSearch label={t('search')} value={text} onChange={setText} className="w-full sm:w-72" />
              <Tabs
                value={view}
                onValueChange={next => go({ view: next as View })}
                className="w-full sm:w-auto"
                activationMode="manual"
              >
                <SegmentedList aria-label={t('view.label')}>
                  {VIEWS.map(each => (
                    <SegmentedTrigger key={each} value={each} className="px-2.5" aria-controls={undefined}>
                      {t(`view.${each}`)}
                    </SegmentedTrigger>
                  ))}
                </SegmentedList>
              </Tabs>
            </div>
          </div>
        </ScreenHeader>
      }
    >
      {isFilling && <p role="status" aria-label={common('loading')} />}
      <ListStates
        list={{ ...list, isPending: list.isPending && !isFilling }}
        // An empty calendar can still be clicked; one that could not be read does not count as
        // empty.
        count={view === 'agenda' || searched || list.isLoadingError ? rows.length : 1}
        rowHeight={64}
        rows={8}
        search={{ text, searched, onClear: () => setText('') }}
        firstUse={
          <FirstUse icon={<CalendarClock size={20} />} title={t('empty')} addLabel={t('add')} onAdd={add}>
            {t('emptyHint')}
          </FirstUse>
        }
      >
        {view !== 'agenda' && rows.length === 0 && list.isSuccess && !list.isPlaceholderData && (
          <p className="mb-2 text-ink-2 text-sm">
            <span className="touch:hidden">{t('emptyPeriod')}</span>
            <span className="hidden touch:inline">{t('emptyPeriodTouch')}</span>
          </p>
        )}
        {view !== 'agenda' && hasNextPage && pages.length >= MAX_PAGES && (
          <p role="status" className="mb-2 rounded-md bg-warning-soft px-3 py-2 text-warning-ink">
            {t('tooMany')}
          </p>
        )}
        {view === 'agenda' ? (
          <Agenda list={list} rows={rows} zone={zone} today={today} onOpen={calendar.onOpen} />
        ) : view === 'month' ? (
          <MonthView {...calendar} month={day.slice(0, 7)} />
        ) : (
          <HoursView key={view} {...calendar} />
        )}
      </ListStates>
      <Suspense>
        {open ? (
          <ScheduleDialog
            key={open.schedule?.id ?? open.at ?? 'new'}
            schedule={open.schedule && (rows.find(({ id }) => id === open.schedule?.id) ?? open.schedule)}
            at={open.at}
            onClose={close}
          />
        ) : (
          search.contactId && (
            <ScheduleDialog key={search.contactId} schedule={null} contactId={search.contactId} onClose={close} />
          )
        )}
      </Suspense>
    </Screen>
  )
}

/** Returns the name of the shown period, short where there is little room; the agenda has none. */
function periodOf(view: View, day: string, days: readonly string[], narrow: boolean): string | undefined {
  const language = languageTags[currentLanguage()]
  if (view === 'month') return dayName(day, language, { month: 'long', year: 'numeric' })
  const length = narrow ? 'short' : 'long'
  if (view === 'day') return dayName(day, language, { weekday: length, day: 'numeric', month: length, year: 'numeric' })
  if (view === 'agenda') return undefined
  return periodName(days[0]!, days.at(-1)!, language, { day: 'numeric', month: 'short', year: 'numeric' })
}

/**
 * Moves a row at once, undoes that with the reason when it is refused, and offers an undo when it
 * is done.
 */
function useMove(rows: readonly Schedule[], zone: string) {
  const { t } = useTranslation('schedules')
  const show = (row: Schedule) => applyListEvent(queryClient, schedules.list, 'schedules', { action: 'update', row })
  const moveTo = async (row: Schedule, sendAt: string): Promise<boolean> => {
    show({ ...row, sendAt })
    try {
      show(await api(schedules.update, { params: { id: row.id }, body: { sendAt } }))
      return true
    } catch (error) {
      show(row)
      toast.error(error)
      return false
    }
  }
  return (id: string, day: string, time?: string) => {
    const row = rows.find(each => each.id === id)
    if (!row) return
    const sendAt = new Date(momentOf(day, time ?? formatTime(row.sendAt, zone), zone)).toISOString()
    if (dayOf(sendAt, zone) === dayOf(row.sendAt, zone) && formatTime(sendAt, zone) === formatTime(row.sendAt, zone))
      return
    if (Date.parse(sendAt) < Date.now()) return toast.error(new ApiError('ERR_SCHEDULE_IN_PAST', 422))
    void moveTo(row, sendAt).then(done => {
      if (done) toast.undo(t('moved', { when: formatWhen(sendAt) }), () => void moveTo({ ...row, sendAt }, row.sendAt))
    })
  }
}
