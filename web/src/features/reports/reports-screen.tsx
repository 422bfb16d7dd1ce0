import { ticketreport } from '@balcao/shared/api/reports/ticketreport.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileChartColumn, FilterX, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListStates } from '#/components/list-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { apiQuery } from '#/lib/queries.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { ExportButton } from './export-button.tsx'
import { Pager } from './pager.tsx'
import { ReportFilters } from './report-filters.tsx'
import { ReportRows } from './report-rows.tsx'
import { isFiltered, lastYear, plainFilters, type ReportSearch, readSearch, writeSearch } from './report-search.ts'
import { ReportViews } from './report-views.tsx'
import { useLiveFigures } from './use-live-figures.ts'

/** Shows the tickets of a period, filtered, page by page; the filters are in the address. */
export function ReportsScreen() {
  const { t } = useTranslation('ticketreport')
  const navigate = useNavigate()
  const { rowHeight } = useListRowHeight()
  const roomy = useMediaQuery('(min-width: 600px)')
  const search = readSearch(useSearch({ strict: false }))
  const { page, size, ...filters } = search
  const go = (changes: Partial<ReportSearch>) =>
    void navigate({ to: '.', search: writeSearch({ ...search, page: 1, ...changes }) as never })

  const list = useQuery({
    ...apiQuery(ticketreport.reports, {
      query: {
        searchParam: search.text,
        contactId: search.contactId,
        whatsappId: JSON.stringify(search.connections),
        users: JSON.stringify(search.users),
        queueIds: JSON.stringify(search.queues),
        status: JSON.stringify(search.status),
        dateFrom: search.from,
        dateTo: search.to,
        onlyRated: search.rated ? 'true' : 'false',
        ...(search.fromAd ? { origin: 'ad' as const } : {}),
        page,
        pageSize: size,
      },
    }),
    placeholderData: previous => previous,
  })
  // A report is read, compared and exported: its rows stay until the person requests the new ones.
  const [changedAt, setChangedAt] = useState(0)
  useLiveFigures(() => setChangedAt(Date.now()))
  const isOutdated = changedAt > list.dataUpdatedAt && !list.isFetching
  const rows = list.data?.tickets ?? []
  const total = list.data?.totalTickets.total ?? 0

  return (
    <Screen
      header={
        <ScreenHeader
          title={t('title')}
          meta={total > 0 && roomy ? t('count', { count: total }) : undefined}
          action={<ExportButton search={filters} />}
        >
          <ReportViews />
          <ReportFilters key={JSON.stringify(filters)} filters={filters} onFilter={go} />
        </ScreenHeader>
      }
    >
      <div role="status">
        {isOutdated && list.isSuccess && (
          <p className="mb-2 flex flex-wrap items-center gap-x-3 text-ink-2 text-sm">
            {t('outdated')}
            <Button size="sm" icon={<RefreshCw size={14} />} onClick={() => void list.refetch()}>
              {t('refresh')}
            </Button>
          </p>
        )}
      </div>
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={rowHeight}
        rows={size}
        firstUse={
          isFiltered(filters) ? (
            <EmptyState
              icon={<FilterX size={20} />}
              title={t('nothing')}
              action={
                <Button onClick={() => go({ ...plainFilters(), from: search.from, to: search.to })}>
                  {t('clear')}
                </Button>
              }
            >
              {t('nothingHint')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<FileChartColumn size={20} />}
              title={t('empty')}
              guided
              action={
                <Button variant="primary" onClick={() => go(lastYear())}>
                  {t('year')}
                </Button>
              }
            >
              {t('emptyHint')}
            </EmptyState>
          )
        }
      >
        <ReportRows rows={rows} busy={list.isPlaceholderData} />
      </ListStates>
      {total > 0 && (
        <Pager
          page={page}
          size={size}
          total={total}
          onPage={next => go({ page: next })}
          onSize={next => go({ size: next })}
        />
      )}
    </Screen>
  )
}
