import { type SellerDay, selling } from '@balcao/shared/api/reports/selling.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PendingState } from '#/components/pending-state.tsx'
import { DayInput } from '#/components/ui/day-input.tsx'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { dayOf, formatMoney, formatNumber, formatTime } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { BehindLink } from './behind.tsx'
import { NoFigure } from './figure-text.tsx'

type SellingDay = ResultOf<typeof selling.day>

interface SellingCardProps {
  /** Shown day, `yyyy-mm-dd`. */
  day: string
  onDay: (day: string) => void
}

/**
 * Shows a day of selling: conversations, carts and orders of each seller, an attendant or an agent;
 * searches that found nothing, and products that ran out.
 */
export function SellingCard({ day, onDay }: SellingCardProps) {
  const { t } = useTranslation('reports', { keyPrefix: 'selling' })
  const query = useQuery({ ...apiQuery(selling.day, { query: { day } }), placeholderData: keepPreviousData })
  return (
    <section aria-labelledby="selling-day" className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="selling-day" className="font-semibold">
          {t('title')}
        </h2>
        <DayInput
          aria-label={t('day')}
          value={day}
          max={dayOf(Date.now())}
          onChange={chosen => chosen && onDay(chosen)}
          className="w-40"
        />
      </div>
      {query.data ? (
        <Day data={query.data} old={query.isPlaceholderData} />
      ) : (
        <PendingState query={query} title={t('failed')} className="h-40" />
      )}
    </section>
  )
}

function Day({ data: { day, sellers, missed, ranOut, partial }, old }: { data: SellingDay; old: boolean }) {
  const { t } = useTranslation('reports', { keyPrefix: 'selling' })
  return (
    <div aria-busy={old} className={old ? 'opacity-60' : undefined}>
      {sellers.length === 0 ? (
        <p className="rounded-md border border-line bg-surface py-6 text-center text-ink-2">{t('empty')}</p>
      ) : (
        <Table aria-labelledby="selling-day">
          <TableHead>
            <tr>
              <TableHeader>{t('seller')}</TableHeader>
              <TableHeader numeric className="max-sm:hidden">
                {t('conversations')}
              </TableHeader>
              <TableHeader numeric className="max-sm:hidden">
                {t('carts')}
              </TableHeader>
              <TableHeader numeric>{t('orders')}</TableHeader>
              <TableHeader numeric className="max-sm:hidden">
                {t('paid')}
              </TableHeader>
              <TableHeader numeric className="max-sm:hidden">
                {t('average')}
              </TableHeader>
              <TableHeader numeric>{t('revenue')}</TableHeader>
            </tr>
          </TableHead>
          <tbody>
            {sellers.map(seller => (
              <Seller key={seller.sellerId} seller={seller} day={day} />
            ))}
          </tbody>
        </Table>
      )}
      {partial && <p className="mt-2 text-sm text-warning-ink">{t('partial')}</p>}
      {(missed.length > 0 || ranOut.length > 0) && (
        <div className="mt-4 grid gap-4 lg:grid-cols-2">
          {missed.length > 0 && (
            <Finds id="selling-missed" title={t('missed')}>
              {missed.slice(0, SHOWN).map(({ text, count }) => (
                <li key={text} className={FIND}>
                  <bdi className="wrap-anywhere min-w-0 flex-1">{text}</bdi>
                  <span className="tabular text-ink-2 text-sm">{t('times', { count })}</span>
                </li>
              ))}
            </Finds>
          )}
          {ranOut.length > 0 && (
            <Finds id="selling-ran-out" title={t('ranOut')}>
              {ranOut.slice(0, SHOWN).map(({ productId, storeId, name, storeName, at }) => (
                <li key={`${storeId} ${productId}`} className={FIND}>
                  <span className="min-w-0 flex-1">
                    <bdi className="wrap-anywhere">{name}</bdi>
                    <bdi className="block text-ink-2 text-sm">{storeName}</bdi>
                  </span>
                  <time dateTime={at} className="tabular text-ink-2 text-sm">
                    {formatTime(at)}
                  </time>
                </li>
              ))}
            </Finds>
          )}
        </div>
      )}
    </div>
  )
}

/** Number of searches and products that are listed; the first say what there is to do. */
const SHOWN = 8

const FIND = 'flex items-baseline gap-3 border-line border-t py-1.5'

/** Shows searches or products under a title; `id` is that of the heading. */
function Finds({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="rounded-md border border-line bg-surface p-4">
      <h3 id={id} className="mb-2 font-medium">
        {title}
      </h3>
      <ul>{children}</ul>
    </section>
  )
}

function Seller({ seller, day }: { seller: SellerDay; day: string }) {
  const { t } = useTranslation('reports', { keyPrefix: 'selling' })
  const { sellerId, name, kind, conversations, carts, orders, paid, average, revenue } = seller
  // A phone has no columns for these.
  const rest = [
    ...(conversations === null ? [] : [t('phone.conversations', { count: conversations })]),
    t('phone.carts', { count: carts }),
    t('phone.paid', { count: paid }),
  ].join(' · ')
  return (
    <TableRow>
      <TableCell title={name}>
        <span className="flex min-w-0 items-center gap-2">
          {kind === 'agent' && <Bot size={16} className="icon shrink-0 text-ink-2" aria-label={t('agent')} />}
          <bdi className="min-w-0 truncate font-medium">{name || t('gone')}</bdi>
        </span>
        <span className="tabular block text-ink-2 text-xs sm:hidden">{rest}</span>
      </TableCell>
      <TableCell numeric className="max-sm:hidden">
        {conversations === null ? <NoFigure label={t('noConversations')} /> : formatNumber(conversations)}
      </TableCell>
      <TableCell numeric className="max-sm:hidden">
        {formatNumber(carts)}
      </TableCell>
      <TableCell numeric>
        {orders > 0 ? (
          <BehindLink
            behind={{ to: '/budgets', search: { from: day, to: day, seller: sellerId } }}
            label={t('toOrders', { count: orders, name: name || t('gone') })}
          >
            {formatNumber(orders)}
          </BehindLink>
        ) : (
          formatNumber(orders)
        )}
      </TableCell>
      <TableCell numeric className="max-sm:hidden">
        {formatNumber(paid)}
      </TableCell>
      <TableCell numeric className="max-sm:hidden">
        {average === null ? <NoFigure label={t('noAverage')} /> : formatMoney(average)}
      </TableCell>
      <TableCell numeric>{formatMoney(revenue)}</TableCell>
    </TableRow>
  )
}
