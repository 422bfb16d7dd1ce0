import { coupons } from '@balcao/shared/api/orders/coupons.ts'
import type { Coupon } from '@balcao/shared/entities/coupon.ts'
import { givenBy } from '@balcao/shared/rules/sales/coupons.ts'
import type { TFunction } from 'i18next'
import { TicketPercent } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { formatDate, formatMoney, formatNumber } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const CouponDialog = lazyPart(() => import('./coupon-dialog.tsx').then(file => file.CouponDialog))

export function CouponsScreen() {
  const { t } = useTranslation('coupons')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, rows, search } = useRowList(coupons.list, page => page.coupons)
  return (
    <ListScreen
      title={t('title')}
      addLabel={t('add')}
      list={list}
      rows={rows}
      search={{ label: t('search'), ...search }}
      rowHeight={rowHeight}
      skeletons={8}
      firstUse={{ icon: <TicketPercent size={20} />, title: t('empty'), hint: t('emptyHint') }}
      removal={{
        title: coupon => t('deleteTitle', { name: coupon.name }),
        hint: t('deleteHint'),
        done: t('deleted'),
        call: coupon => api(coupons.remove, { params: { id: coupon.id } }),
        list: coupons.list,
        rowsKey: 'coupons',
      }}
      dialog={(coupon, onClose) => <CouponDialog coupon={coupon} onClose={onClose} />}
    >
      {({ active, edit, remove }) => (
        <PagedRows list={list} label={t('title')} items={rows} rowHeight={rowHeight} activeIndex={active}>
          {(coupon, index) => (
            <ListRow active={index === active}>
              <RowOpener oneLine={oneLine} onOpen={() => edit(coupon)}>
                <CouponCells coupon={coupon} oneLine={oneLine} />
              </RowOpener>
              <RowActions
                name={coupon.name}
                onEdit={oneLine ? () => edit(coupon) : undefined}
                onDelete={() => remove(coupon)}
              />
            </ListRow>
          )}
        </PagedRows>
      )}
    </ListScreen>
  )
}

/** Shows a coupon's name, value, expiry and use. */
function CouponCells({ coupon, oneLine }: { coupon: Coupon; oneLine: boolean }) {
  const { t } = useTranslation('coupons')
  const gives = givesText(t, coupon)
  const state = stateOf(t, coupon)
  const used =
    coupon.usageLimit === null
      ? t('used', { count: coupon.used })
      : t('usedOf', {
          count: coupon.usageLimit,
          used: formatNumber(coupon.used),
          limit: formatNumber(coupon.usageLimit),
        })
  const name = (
    <span title={coupon.name} className="min-w-0 flex-1 truncate font-medium">
      {coupon.name}
    </span>
  )
  if (!oneLine)
    return (
      <>
        <span className="flex w-full min-w-0 items-center gap-2">
          {name}
          <Badge tone={state.tone}>{state.text}</Badge>
        </span>
        <span className="flex w-full min-w-0 gap-3 text-ink-2 text-sm">
          <span title={gives} className="min-w-0 flex-1 truncate">
            {gives}
          </span>
          <span className="tabular shrink-0">{used}</span>
        </span>
      </>
    )
  return (
    <>
      {name}
      <span title={gives} className="w-64 shrink-0 truncate text-ink-2">
        {gives}
      </span>
      <span className="flex w-40 shrink-0">
        <Badge tone={state.tone}>{state.text}</Badge>
      </span>
      <span className="tabular w-32 shrink-0 truncate text-right text-ink-2">{used}</span>
    </>
  )
}

function givesText(t: TFunction<'coupons'>, coupon: Coupon): string {
  const { type, value } = givenBy(coupon)
  if (type === 'free_shipping')
    return value > 0 ? t('gives.freightUpTo', { value: formatMoney(value) }) : t('gives.freight')
  const off =
    type === 'fixed'
      ? t('gives.off', { value: formatMoney(value) })
      : t('gives.off', { value: `${formatNumber(value, { maximumFractionDigits: 2 })}%` })
  return coupon.freeShipping ? t('gives.andFreight', { off }) : off
}

/** Returns the one fact that decides whether the coupon is valid now. */
function stateOf(t: TFunction<'coupons'>, { startAt, expiresAt, usageLimit, used }: Coupon) {
  const now = Date.now()
  const last = expiresAt === null ? null : Date.parse(expiresAt) - 1
  const tone = (name: 'neutral' | 'success' | 'warning' | 'info', text: string) => ({ tone: name, text })
  if (last !== null && last < now) return tone('neutral', t('state.expired', { date: formatDate(last) }))
  if (usageLimit !== null && used >= usageLimit) return tone('warning', t('state.usedUp'))
  if (Date.parse(startAt) > now) return tone('info', t('state.from', { date: formatDate(startAt) }))
  return tone('success', last === null ? t('state.always') : t('state.until', { date: formatDate(last) }))
}
