import { coupons } from '@balcao/shared/api/orders/coupons.ts'
import type { Coupon } from '@balcao/shared/entities/coupon.ts'
import { givenBy } from '@balcao/shared/rules/sales/coupons.ts'
import type { TFunction } from 'i18next'
import { TicketPercent } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { formatDate, formatMoney, formatNumber } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'

const CouponDialog = lazyPart(() => import('./coupon-dialog.tsx').then(file => file.CouponDialog))

export function CouponsScreen() {
  const { t } = useTranslation(['coupons', 'lists'])
  const { list, rows, search } = useRowList(coupons.list, page => page.coupons)
  const columns: Column<Coupon>[] = [
    { id: 'name', head: t('lists:column.name'), main: true, text: ({ name }) => name },
    { id: 'gives', head: t('lists:column.gives'), text: coupon => givesText(t, coupon) },
    {
      id: 'until',
      head: t('lists:column.until'),
      beside: 16,
      text: coupon => stateOf(t, coupon).text,
      cell: coupon => <StateBadge coupon={coupon} />,
      order: ({ expiresAt }) => (expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt)),
    },
    {
      id: 'use',
      head: t('lists:column.use'),
      end: true,
      text: coupon => usedText(t, coupon),
      order: ({ used }) => used,
    },
  ]
  return (
    <ListScreen
      name="coupons"
      title={t('title')}
      addLabel={t('add')}
      list={list}
      rows={rows}
      search={{ label: t('search'), ...search }}
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
      nameOf={({ name }) => name}
      columns={columns}
      card={coupon => ({
        title: (
          <>
            <span title={coupon.name} className="min-w-0 flex-1 truncate">
              {coupon.name}
            </span>
            <StateBadge coupon={coupon} />
          </>
        ),
        line: (
          <>
            <span title={givesText(t, coupon)} className="min-w-0 flex-1 truncate">
              {givesText(t, coupon)}
            </span>
            <span className="tabular shrink-0">{usedText(t, coupon)}</span>
          </>
        ),
      })}
      dialog={(coupon, onClose) => <CouponDialog coupon={coupon} onClose={onClose} />}
    />
  )
}

function StateBadge({ coupon }: { coupon: Coupon }) {
  const { t } = useTranslation('coupons')
  const { tone, text } = stateOf(t, coupon)
  return <Badge tone={tone}>{text}</Badge>
}

const usedText = (t: TFunction<'coupons'>, { used, usageLimit }: Coupon): string =>
  usageLimit === null
    ? t('used', { count: used })
    : t('usedOf', { count: usageLimit, used: formatNumber(used), limit: formatNumber(usageLimit) })

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
