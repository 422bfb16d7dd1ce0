import { TEAM_DIMENSIONS, teamReport } from '@balcao/shared/api/reports/team-report.ts'
import type { ListFormat } from '@balcao/shared/api-contract/list-export.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { MAX_DAYS } from '@balcao/shared/rules/days.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChartColumn, FileSpreadsheet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormatMenu } from '#/components/list/format-menu.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { PeriodInput } from '#/components/ui/period-input.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { cn } from '#/lib/cn.ts'
import { dayOf } from '#/lib/format.ts'
import { writtenDay } from '#/lib/parse-day.ts'
import { periodOf } from '#/lib/periods.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useBeginExportOf } from '#/lib/use-begin-export.ts'
import { ReportViews } from '../report-views.tsx'
import { useLiveFigures } from '../use-live-figures.ts'
import { HourStrip } from './hour-strip.tsx'
import { readTeamSearch, type TeamSearch, writeTeamSearch } from './team-search.ts'
import { TeamTable } from './team-table.tsx'
import { TeamTiles } from './team-tiles.tsx'

/** Time after which a report that is still being counted is read again, ms. */
const COUNTING_MS = 10_000

/**
 * Shows the figures of a period by queue, attendant, hour and so on,
 * beside those of the days before.
 */
export function TeamReportScreen() {
  const { t } = useTranslation('teamReport')
  const navigate = useNavigate()
  const search = readTeamSearch(useSearch({ strict: false }))
  const { by, from, to } = search
  const go = (changes: Partial<TeamSearch>) =>
    void navigate({ to: '.', search: writeTeamSearch({ ...search, ...changes }) as never })
  useLiveFigures(() => void queryClient.invalidateQueries({ queryKey: queryKey(teamReport.get) }))
  const file = useBeginExportOf(
    (format: ListFormat) => api(teamReport.export, { body: { by, date_from: from, date_to: to, format } }),
    t('exportBegun'),
  )
  return (
    <Screen
      header={
        <ScreenHeader
          title={t('title')}
          action={
            <FormatMenu onChoose={file.begin}>
              <Button icon={<FileSpreadsheet size={16} />} loading={file.isPending}>
                {t('export')}
              </Button>
            </FormatMenu>
          }
        >
          <ReportViews />
          <PeriodInput
            className="w-full sm:w-64"
            maxDays={MAX_DAYS}
            max={dayOf(Date.now())}
            value={{ from, to }}
            onChange={period => period && go(period)}
          />
          <fieldset aria-label={t('byLabel')} className="flex min-w-0 flex-wrap gap-1.5">
            {TEAM_DIMENSIONS.map(each => (
              <button
                key={each}
                type="button"
                aria-pressed={each === by}
                onClick={() => go({ by: each })}
                className={cn(
                  'h-control-sm touch:h-control shrink-0 rounded-full border px-3 font-medium text-sm',
                  each === by
                    ? 'border-accent bg-accent text-on-accent'
                    : 'border-line-strong bg-surface text-ink-2 hover:bg-hover hover:text-ink',
                )}
              >
                {t(`by.${each}`)}
              </button>
            ))}
          </fieldset>
        </ScreenHeader>
      }
    >
      <Report search={search} onPeriod={go} />
    </Screen>
  )
}

function Report({
  search: { by, from, to },
  onPeriod,
}: {
  search: TeamSearch
  onPeriod: (period: Partial<TeamSearch>) => void
}) {
  const { t } = useTranslation('teamReport')
  const report = useQuery({
    ...apiQuery(teamReport.get, { query: { by, date_from: from, date_to: to } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.isComplete === false ? COUNTING_MS : false),
  })
  if (!report.data) {
    if (report.isError)
      return <ErrorState error={report.error} onRetry={() => void report.refetch()} retrying={report.isFetching} />
    return <Waiting />
  }
  const { rows, totals, previous, isComplete } = report.data
  // Rows of the former choice, until the new ones arrive: they are named by it.
  const isOld = report.isPlaceholderData
  const isEmpty = totals.now.closed === 0 && !totals.now.opened
  return (
    <div aria-busy={isOld} className={cn('flex flex-1 flex-col gap-4', isOld && 'opacity-60')}>
      {report.isError && (
        <ErrorState compact error={report.error} onRetry={() => void report.refetch()} retrying={report.isFetching} />
      )}
      <div role="status">
        {!isComplete && (
          <p className="rounded-md border border-line bg-surface px-4 py-3 text-ink-2 text-sm">{t('counting')}</p>
        )}
      </div>
      {isEmpty && !isOld ? (
        <EmptyState
          icon={<ChartColumn size={20} />}
          title={t('empty')}
          guided
          action={
            <Button variant="primary" onClick={() => onPeriod(periodOf('days90', dayOf(Date.now())))}>
              {t('longer')}
            </Button>
          }
        >
          {t('emptyHint')}
        </EmptyState>
      ) : (
        <>
          <TeamTiles totals={totals} range={{ from, to }} />
          <p className="text-ink-2 text-sm">
            {totals.before
              ? t('compared', { first: writtenDay(previous.first), last: writtenDay(previous.last) })
              : t('notCompared')}
          </p>
          {isOld ? (
            <Skeleton className="h-48" />
          ) : (
            <>
              {by === 'hour' && <HourStrip rows={rows} />}
              {rows.length === 0 ? (
                <p className="rounded-md border border-line bg-surface px-4 py-6 text-center text-ink-2">
                  {t(`none.${by as 'tag'}`)}
                </p>
              ) : (
                <TeamTable key={by} by={by} rows={rows} totals={totals.now} range={{ from, to }} />
              )}
            </>
          )}
        </>
      )}
    </div>
  )
}

/** Shows the first load, in the shape of the content. */
function Waiting() {
  const { t } = useTranslation('common')
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {['a', 'b', 'c', 'd', 'e', 'f'].map(key => (
          <Skeleton key={key} className="h-26" />
        ))}
      </div>
      <Skeleton className="h-72" />
    </div>
  )
}
