import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChartColumn, RotateCw, Table2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { formatNumber } from '#/lib/format.ts'
import { lazyModule, useLazyModule } from '#/lib/lazy-module.ts'
import type { Bars } from './bar-chart.tsx'
import { BehindLink } from './behind.tsx'

/** The library is larger than the rest of the screen: the figures do not wait for it. */
const drawing = lazyModule(() => import('./bar-chart.tsx'))

interface ChartCardProps extends Bars {
  title: string
  /** Kind of the labels: names, days or hours. */
  of: string
  query: Pick<UseQueryResult, 'isPending' | 'isError' | 'isFetching' | 'data' | 'refetch'>
  /** Text when its figures could not be fetched. */
  failed: string
}

/** Shows a chart that is a table as well: always there for screen readers, visible on request. */
export function ChartCard({ title, of, query, failed, ...bars }: ChartCardProps) {
  const { t } = useTranslation(['reports', 'common'])
  const [asTable, setAsTable] = useState(false)
  const heading = useId()
  const { rows, unit } = bars
  const isEmpty = rows.every(({ value }) => value === 0)
  const isShown = query.data !== undefined && !isEmpty
  return (
    <section aria-labelledby={heading} className="flex min-w-0 flex-col rounded-md border border-line bg-surface p-4">
      <div className="mb-3 flex min-h-control-sm items-center gap-2">
        <h2 id={heading} className="min-w-0 flex-1 font-semibold">
          {title}
        </h2>
        {isShown && (
          <Button
            size="sm"
            aria-pressed={asTable}
            icon={asTable ? <ChartColumn size={16} /> : <Table2 size={16} />}
            onClick={() => setAsTable(!asTable)}
          >
            {t(asTable ? 'chart.draw' : 'chart.table')}
          </Button>
        )}
      </div>
      {query.data === undefined && query.isError ? (
        <div role="alert" className="flex flex-col items-center gap-3 py-10 text-center">
          <p className="font-medium">{failed}</p>
          <Button
            size="sm"
            icon={<RotateCw size={16} />}
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {t('common:action.retry')}
          </Button>
        </div>
      ) : query.data === undefined ? (
        <Skeleton className="h-65" />
      ) : isEmpty ? (
        <p className="py-10 text-center text-ink-2">{t('chart.empty')}</p>
      ) : (
        <>
          {!asTable && <Drawn {...bars} onFailed={() => setAsTable(true)} />}
          {asTable ? (
            <Table aria-labelledby={heading}>
              <TableHead>
                <tr>
                  <TableHeader>{of}</TableHeader>
                  <TableHeader numeric>{unit}</TableHeader>
                </tr>
              </TableHead>
              <tbody>
                {rows.map(({ label, value, behind }, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
                  <TableRow key={i}>
                    <TableCell title={label}>{label}</TableCell>
                    <TableCell numeric>
                      {behind && value > 0 ? (
                        <BehindLink behind={behind} label={`${label}: ${formatNumber(value)}`}>
                          {formatNumber(value)}
                        </BehindLink>
                      ) : (
                        formatNumber(value)
                      )}
                    </TableCell>
                  </TableRow>
                ))}
              </tbody>
            </Table>
          ) : (
            <div className="sr-only">
              <table aria-labelledby={heading}>
                <thead>
                  <tr>
                    <th scope="col">{of}</th>
                    <th scope="col">{unit}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ label, value }, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
                    <tr key={i}>
                      <td>{label}</td>
                      <td>{formatNumber(value)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </>
      )}
    </section>
  )
}

function Drawn({ onFailed, ...bars }: Bars & { onFailed: () => void }) {
  const chart = useLazyModule(drawing, onFailed)
  const navigate = useNavigate()
  // By keyboard and screen reader the table's links lead there.
  const open = (index: number) => {
    const behind = bars.rows[index]?.behind
    if (behind) void navigate({ to: behind.to, search: behind.search as never })
  }
  return chart ? <chart.BarsDrawn {...bars} onOpen={open} /> : <Skeleton className="h-65" />
}
