import type { dashboard } from '@balcao/shared/api/reports/dashboard.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { cn } from '#/lib/cn.ts'
import { formatNumber } from '#/lib/format.ts'
import type { Period } from '#/lib/periods.ts'
import { type Behind, BehindLink, reportOf } from './behind.tsx'
import { NoFigure } from './figure-text.tsx'
import { useMinutesText } from './minutes-text.ts'

type Attendant = ResultOf<typeof dashboard.get>['attendants'][number]

/** Shows the attendants: who of them is online, what they have open and closed, their ratings. */
export function Attendants({ rows, range }: { rows: readonly Attendant[]; range: Period }) {
  const { t } = useTranslation('reports')
  const minutes = useMinutesText()
  return (
    <section aria-label={t('attendants.title')}>
      <h2 className="mb-2 font-semibold">{t('attendants.title')}</h2>
      <Table aria-label={t('attendants.title')}>
        <TableHead>
          <tr>
            <TableHeader>{t('attendants.name')}</TableHeader>
            <TableHeader numeric className="max-sm:whitespace-normal">
              {t('attendants.open')}
            </TableHeader>
            <TableHeader numeric>{t('attendants.closed')}</TableHeader>
            <TableHeader numeric className="max-sm:hidden">
              {t('attendants.rating')}
            </TableHeader>
            <TableHeader numeric className="max-sm:hidden">
              {t('attendants.supportTime')}
            </TableHeader>
          </tr>
        </TableHead>
        <tbody>
          {rows.map(({ id, name, rating, avgSupportTime, supported, open, closed, online }) => (
            <TableRow key={id}>
              <TableCell title={name} className="max-sm:max-w-40">
                <span className="flex items-center gap-2.5">
                  <span className="max-sm:hidden">
                    <Avatar name={name} size={28} />
                  </span>
                  <span className="min-w-0 truncate font-medium">{name}</span>
                  <span
                    className={cn(
                      'flex shrink-0 items-center gap-1.5 text-xs',
                      online ? 'text-success-ink' : 'text-ink-3',
                    )}
                  >
                    <span
                      aria-hidden
                      className={cn('size-2 rounded-full', online ? 'bg-success' : 'border border-ink-3')}
                    />
                    <span className="max-sm:sr-only">{t(online ? 'attendants.online' : 'attendants.offline')}</span>
                  </span>
                </span>
                {/* A phone has no room for these two columns. */}
                {(rating !== null || supported > 0) && (
                  <span className="tabular block text-ink-2 text-xs sm:hidden">
                    {[
                      ...(rating === null ? [] : [`${formatNumber(rating, { minimumFractionDigits: 1 })} / 3`]),
                      ...(supported > 0 ? [minutes(avgSupportTime)] : []),
                    ].join(' · ')}
                  </span>
                )}
              </TableCell>
              <TableCell numeric>
                <Count
                  value={open}
                  label={`${name}: ${t('attendants.open')}`}
                  behind={reportOf({ users: [id], status: ['open'] })}
                />
              </TableCell>
              <TableCell numeric>
                <Count
                  value={closed}
                  label={`${name}: ${t('attendants.closed')}`}
                  behind={reportOf({ users: [id], status: ['closed'] }, range)}
                />
              </TableCell>
              <TableCell numeric className="max-sm:hidden">
                {rating === null ? (
                  <NoFigure label={t('attendants.unrated')} />
                ) : (
                  <>
                    {formatNumber(rating, { minimumFractionDigits: 1 })}
                    <span className="text-ink-2"> / 3</span>
                  </>
                )}
              </TableCell>
              <TableCell numeric className="max-sm:hidden">
                {supported > 0 ? minutes(avgSupportTime) : <NoFigure label={t('time.none')} />}
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

/** Shows a number of tickets that leads to them; none leads nowhere. */
function Count({ value, label, behind }: { value: number; label: string; behind: Behind }) {
  if (value === 0) return <span className="text-ink-2">0</span>
  return (
    <BehindLink behind={behind} label={`${label}, ${formatNumber(value)}`}>
      {formatNumber(value)}
    </BehindLink>
  )
}
