import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { dashboard, PERIODS } from '@balcao/shared/api/reports/dashboard.ts'
import { messageCosts } from '@balcao/shared/api/reports/message-costs.ts'
import { selling } from '@balcao/shared/api/reports/selling.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { MAX_DAYS } from '@balcao/shared/rules/days.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { PeriodInput } from '#/components/ui/period-input.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { LazyFirstSteps } from '#/features/company/public/lazy-first-steps.tsx'
import { dayOf } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { type Period, type Preset, periodOf } from '#/lib/periods.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { Attendants } from './attendants.tsx'
import { reportOf } from './behind.tsx'
import { ChartCard } from './chart-card.tsx'
import { DayBand } from './day-band.tsx'
import { SalesTiles, TicketTiles } from './figure-tiles.tsx'
import { useLiveFigures } from './use-live-figures.ts'

const MessageCostsCard = lazyPart(() => import('./message-costs-card.tsx').then(file => file.MessageCostsCard), 'costs')

const SellingCard = lazyPart(() => import('./selling-card.tsx').then(file => file.SellingCard))

/** Periods of a dashboard that have a name. */
const PRESETS: readonly Preset[] = [
  'today',
  'yesterday',
  ...PERIODS.map(days => `days${days}` as const),
  'thisMonth',
  'lastMonth',
]

/** Shows what needs attention now, and the figures of the past days. */
export function DashboardScreen() {
  const { t } = useTranslation('reports')
  const [range, setRange] = useState<Period>(() => periodOf('thisMonth', dayOf(Date.now())))
  useLiveFigures(
    () => {
      void queryClient.invalidateQueries({ queryKey: queryKey(messageCosts.get) })
      void queryClient.invalidateQueries({ queryKey: queryKey(selling.day) })
      for (const route of Object.values(dashboard)) void queryClient.invalidateQueries({ queryKey: queryKey(route) })
    },
    { people: true },
  )
  return (
    <Screen
      header={
        <ScreenHeader title={t('title')}>
          <PeriodInput
            className="w-full sm:w-64"
            presets={PRESETS}
            maxDays={MAX_DAYS}
            max={dayOf(Date.now())}
            value={range}
            onChange={period => period && setRange(period)}
          />
        </ScreenHeader>
      }
    >
      <LazyFirstSteps className="mb-6 max-w-2xl" />
      <Figures range={range} />
    </Screen>
  )
}

function Figures({ range }: { range: Period }) {
  const { t } = useTranslation('reports')
  const { from, to } = range
  /** Day of the sellers; null: today, whenever that is. */
  const [day, setDay] = useState<string | null>(null)
  const figures = useQuery({
    ...apiQuery(dashboard.get, { query: { date_from: from, date_to: to } }),
    placeholderData: keepPreviousData,
  })
  const chart = { query: { initialDate: from, finalDate: to } }
  const byUser = useQuery({ ...apiQuery(dashboard.ticketsUsers, chart), placeholderData: keepPreviousData })
  const byDay = useQuery({ ...apiQuery(dashboard.ticketsDay, chart), placeholderData: keepPreviousData })
  if (!figures.data) {
    if (figures.isError)
      return <ErrorState error={figures.error} onRetry={() => void figures.refetch()} retrying={figures.isFetching} />
    return <Waiting />
  }
  const { counters, attendants, today, sales } = figures.data
  const isNew = counters.supportFinished + counters.supportHappening + counters.supportPending === 0
  // Taken from the answer: for a moment it may be that of another filter.
  const made = byDay.data?.data ?? []
  const isByHour = made.length > 0 ? made[0]?.time !== undefined : from === to
  const hasYears = made[0]?.date?.slice(0, 4) !== made.at(-1)?.date?.slice(0, 4)
  // Figures of the former filter, until the new ones arrive.
  const isOld = figures.isPlaceholderData
  return (
    <div aria-busy={isOld} className={isOld ? 'flex flex-col gap-6 opacity-60' : 'flex flex-col gap-6'}>
      {figures.isError && (
        <ErrorState
          compact
          error={figures.error}
          onRetry={() => void figures.refetch()}
          retrying={figures.isFetching}
        />
      )}
      <DayBand today={today} pending={counters.supportPending} sells={sales !== null} />
      {sales && <SalesTiles sales={sales} range={range} />}
      <TicketTiles {...figures.data} range={range} />
      {isNew && byDay.data?.count === 0 && (
        <p className="text-ink-2">
          {t('empty')}{' '}
          <Link to="/tickets" className="font-medium text-accent-ink underline underline-offset-2">
            {t('toTickets')}
          </Link>
        </p>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        <ChartCard
          title={t(isByHour ? 'chart.byHour' : 'chart.byDay')}
          of={t(isByHour ? 'chart.hour' : 'chart.day')}
          unit={t('chart.made')}
          failed={t('chart.dayFailed')}
          query={byDay}
          rows={made.map(({ time, date, total }) => ({
            label: time ?? shortDay(date ?? '', hasYears),
            value: total,
            behind: reportOf({}, date ? { from: date, to: date } : range),
          }))}
        />
        <ChartCard
          lying
          title={t('chart.byUser')}
          of={t('attendants.name')}
          unit={t('chart.closed')}
          failed={t('chart.userFailed')}
          query={byUser}
          rows={(byUser.data?.data ?? []).map(({ name, quantity }) => ({ label: name, value: quantity }))}
        />
      </div>
      {sales && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <SellingCard day={day ?? dayOf(Date.now())} onDay={setDay} />
        </Suspense>
      )}
      <Costs from={from} to={to} />
      <Attendants rows={attendants} range={range} />
    </div>
  )
}

/** Shows the cost of messages where the company has an official number. */
function Costs(range: { from: string; to: string }) {
  const connections = useQuery(apiQuery(whatsapp.list, { query: { session: '0' } })).data ?? []
  if (!connections.some(each => capabilitiesOf(each).window === 'template')) return null
  return (
    <Suspense fallback={<Skeleton className="h-40" />}>
      <MessageCostsCard {...range} />
    </Suspense>
  )
}

/** Formats a day as DD/MM; with the year where days of two years are shown. */
function shortDay(day: string, hasYears: boolean): string {
  const [year, month, date] = day.split('-')
  return hasYears ? `${date}/${month}/${year}` : `${date}/${month}`
}

/** Shows the first load, in the shape of the content. */
function Waiting() {
  const { t } = useTranslation('common')
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-6">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {['a', 'b', 'c', 'd', 'e'].map(key => (
          <Skeleton key={key} className="h-26" />
        ))}
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
      </div>
      <Skeleton className="h-48" />
    </div>
  )
}
