import { products } from '@balcao/shared/api/catalog/products.ts'
import type { dashboard } from '@balcao/shared/api/reports/dashboard.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatMoney, formatNumber } from '#/lib/format.ts'
import { writtenDay } from '#/lib/parse-day.ts'
import type { Period } from '#/lib/periods.ts'
import { apiQuery } from '#/lib/queries.ts'
import { reportOf } from './behind.tsx'
import { Change } from './change-text.tsx'
import { NoFigure, percentText } from './figure-text.tsx'
import { useMinutesText } from './minutes-text.ts'
import { Tile } from './tile.tsx'

type Answer = ResultOf<typeof dashboard.get>

/** Time for which a count of products running out is good enough, ms: it reads their stocks. */
const STOCK_MS = 5 * 60_000

const GRID = 'grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]'

/** Shows tickets now and in the period, each with its change and the tickets behind it. */
export function TicketTiles({ counters, basis, goals, previous, range }: Omit<Answer, 'range'> & { range: Period }) {
  const { t } = useTranslation('reports')
  const minutes = useMinutesText()
  const before = (value: string) =>
    previous ? t('change.title', { first: writtenDay(previous.first), last: writtenDay(previous.last), value }) : ''
  const { supportHappening, supportPending, supportFinished, totalWhatsappSessions, totalCompanies } = counters
  const time = (figure: 'avgSupportTime' | 'avgWaitTime', of: 'supported' | 'waited') => {
    const was = previous && previous.basis[of] > 0 ? previous[figure] : null
    return (
      <Tile
        label={t(`counter.${figure}`)}
        scope={t('scope.period')}
        value={basis[of] > 0 ? minutes(counters[figure]) : <NoFigure label={t('time.none')} />}
        behind={reportOf({ status: ['closed'] }, range)}
        change={
          basis[of] > 0 && (
            <Change now={counters[figure]} before={was} better="less" title={before(minutes(was ?? 0))} />
          )
        }
      />
    )
  }
  return (
    <dl className={GRID}>
      <Tile
        label={t('counter.supportHappening')}
        scope={t('scope.now')}
        value={formatNumber(supportHappening)}
        behind={reportOf({ status: ['open'] })}
      />
      <Tile
        label={t('counter.supportPending')}
        scope={t('scope.now')}
        value={formatNumber(supportPending)}
        behind={reportOf({ status: ['pending'] })}
      />
      <Tile
        label={t('counter.supportFinished')}
        scope={t('scope.period')}
        value={formatNumber(supportFinished)}
        behind={reportOf({ status: ['closed'] }, range)}
        change={
          <Change
            now={supportFinished}
            before={previous?.supportFinished ?? null}
            better="more"
            title={before(formatNumber(previous?.supportFinished ?? 0))}
          />
        }
      />
      {time('avgSupportTime', 'supported')}
      {time('avgWaitTime', 'waited')}
      <GoalTile label={t('goal.firstAnswer')} reached={goals.firstAnswer} />
      <GoalTile label={t('goal.resolution')} reached={goals.resolution} />
      {totalWhatsappSessions !== undefined && (
        <Tile
          label={t('counter.totalWhatsappSessions')}
          scope={t('scope.installation')}
          value={formatNumber(totalWhatsappSessions)}
          behind={{ to: '/allConnections' }}
        />
      )}
      {totalCompanies !== undefined && (
        <Tile
          label={t('counter.totalCompanies')}
          scope={t('scope.installation')}
          value={formatNumber(totalCompanies)}
          behind={{ to: '/companys' }}
        />
      )}
    </dl>
  )
}

/** Shows how many of the closed tickets met a service goal; nothing where there is none. */
function GoalTile({ label, reached: { met, missed } }: { label: string; reached: Answer['goals']['firstAnswer'] }) {
  const { t } = useTranslation('reports')
  const all = met + missed
  if (all === 0) return null
  return (
    <Tile
      label={label}
      scope={t('goal.of', { met: formatNumber(met), all: formatNumber(all) })}
      value={percentText(Math.round((100 * met) / all))}
    />
  )
}

interface SalesTilesProps {
  sales: NonNullable<Answer['sales']>
  range: Period
}

/**
 * Shows the owner's row: orders, revenue, average and what is paid, with the orders behind them.
 */
export function SalesTiles({ sales, range }: SalesTilesProps) {
  const { t } = useTranslation('reports')
  const { orders, revenue, average, paid, paidTotal, previous } = sales
  const behind = { to: '/budgets' as const, search: range }
  // An order by stock is made of the first products by name, and counts those it finds.
  const low = useQuery({
    ...apiQuery(products.list, { query: { active: 'true', low: 'true', sort: 'stock', limit: 1 } }),
    staleTime: STOCK_MS,
  }).data
  const scope = t('scope.period')
  const change = (now: number, before: number | null | undefined, shown: (value: number) => string) => (
    <Change now={now} before={before ?? null} better="more" title={shown(before ?? 0)} />
  )
  return (
    <section aria-labelledby="dashboard-sales">
      <h2 id="dashboard-sales" className="mb-2 font-semibold">
        {t('sales.title')}
      </h2>
      <dl className={GRID}>
        <Tile
          label={t('sales.orders')}
          scope={scope}
          value={formatNumber(orders)}
          behind={behind}
          change={change(orders, previous?.orders, formatNumber)}
        />
        <Tile
          label={t('sales.revenue')}
          scope={scope}
          value={formatMoney(revenue)}
          behind={behind}
          change={change(revenue, previous?.revenue, formatMoney)}
        />
        <Tile
          label={t('sales.average')}
          scope={scope}
          value={average === null ? <NoFigure label={t('chart.empty')} /> : formatMoney(average)}
          change={average !== null && change(average, previous?.average, formatMoney)}
        />
        <Tile
          label={t('sales.paid')}
          scope={t('sales.paidOf', { count: orders, paid: formatNumber(paid), orders: formatNumber(orders) })}
          value={formatMoney(paidTotal)}
          behind={{ to: '/budgets', search: { ...range, paid: true } }}
          change={change(paidTotal, previous?.paidTotal, formatMoney)}
        />
        {low && (
          <Tile
            label={t('sales.low')}
            scope={t('scope.now')}
            value={`${formatNumber(low.count)}${low.partial ? '+' : ''}`}
            behind={{ to: '/products', search: { active: true, low: true } }}
          />
        )}
      </dl>
    </section>
  )
}
