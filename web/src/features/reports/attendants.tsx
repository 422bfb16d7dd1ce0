import type { dashboard } from '@balcao/shared/api/reports/dashboard.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#/components/ui/avatar.tsx'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { cn } from '#/lib/cn.ts'
import { formatNumber } from '#/lib/format.ts'
import { useMinutesText } from './minutes-text.ts'

type Attendant = ResultOf<typeof dashboard.get>['attendants'][number]

/** Shows the attendants, who of them is online, and their ratings. */
export function Attendants({ rows }: { rows: readonly Attendant[] }) {
  const { t } = useTranslation('reports')
  const minutes = useMinutesText()
  return (
    <section aria-label={t('attendants.title')}>
      <h2 className="mb-2 font-semibold">{t('attendants.title')}</h2>
      <Table aria-label={t('attendants.title')}>
        <TableHead>
          <tr>
            <TableHeader>{t('attendants.name')}</TableHeader>
            <TableHeader numeric>{t('attendants.rating')}</TableHeader>
            <TableHeader numeric className="max-sm:whitespace-normal">
              {t('attendants.supportTime')}
            </TableHeader>
          </tr>
        </TableHead>
        <tbody>
          {rows.map(({ id, name, rating, avgSupportTime, online }) => (
            <TableRow key={id}>
              <TableCell title={name} className="max-sm:max-w-32">
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
              </TableCell>
              <TableCell numeric>
                {rating === null ? (
                  <span className="text-ink-3">
                    <span aria-hidden>–</span>
                    <span className="sr-only">{t('attendants.unrated')}</span>
                  </span>
                ) : (
                  <>
                    {formatNumber(rating, { minimumFractionDigits: 1 })}
                    <span className="text-ink-2"> / 3</span>
                  </>
                )}
              </TableCell>
              <TableCell numeric>{minutes(avgSupportTime)}</TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
