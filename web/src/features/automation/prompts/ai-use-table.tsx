import { aiUse } from '@balcao/shared/api/automation/ai.ts'
import type { AiUseDay } from '@balcao/shared/entities/ai-use.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PendingState } from '#/components/pending-state.tsx'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { dayOf, formatNumber } from '#/lib/format.ts'
import { formatPartialCost } from '#/lib/format-cost.ts'
import { writtenDay } from '#/lib/parse-day.ts'
import { periodOf } from '#/lib/periods.ts'
import { apiQuery } from '#/lib/queries.ts'

/** Shows the use of AI in the last 30 days, by day and by user of it; the newest day first. */
export function AiUseTable() {
  const { t } = useTranslation('prompts', { keyPrefix: 'use' })
  const { from, to } = periodOf('days30', dayOf(Date.now()))
  const use = useQuery(apiQuery(aiUse.days, { query: { dateFrom: from, dateTo: to } }))
  const days = (use.data?.days ?? []).toSorted((a, b) => b.day.localeCompare(a.day) || b.cost - a.cost)
  return (
    <section aria-labelledby="ai-use" className="border-line border-t pt-4">
      <h3 id="ai-use" className="mb-2 font-semibold">
        {t('title')}
      </h3>
      {use.data === undefined ? (
        <PendingState query={use} title={t('failed')} className="h-24" />
      ) : days.length === 0 ? (
        <p className="text-ink-2">{t('empty')}</p>
      ) : (
        <Table aria-label={t('title')}>
          <TableHead>
            <tr>
              <TableHeader>{t('day')}</TableHeader>
              <TableHeader>{t('who')}</TableHeader>
              <TableHeader numeric className="max-sm:hidden">
                {t('calls')}
              </TableHeader>
              <TableHeader numeric className="max-sm:hidden">
                {t('tools')}
              </TableHeader>
              <TableHeader numeric>{t('tokens')}</TableHeader>
              <TableHeader numeric>{t('cost')}</TableHeader>
            </tr>
          </TableHead>
          <tbody>
            {days.map(row => (
              <Use key={`${row.day} ${row.kind} ${row.id}`} row={row} currency={use.data.currency} />
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}

function Use({ row, currency }: { row: AiUseDay; currency: string }) {
  const { t } = useTranslation('prompts', { keyPrefix: 'use' })
  const { day, kind, name, inputTokens, outputTokens, calls, toolCalls, cost, unpriced } = row
  return (
    <TableRow>
      <TableCell className="tabular">{writtenDay(day)}</TableCell>
      <TableCell title={kind === 'knowledge' ? undefined : name}>
        {kind !== 'knowledge' && <bdi className="font-medium">{name}</bdi>}
        <span className="block text-ink-2 text-xs">{t(`kind.${kind}`)}</span>
      </TableCell>
      <TableCell numeric className="max-sm:hidden">
        {formatNumber(calls)}
      </TableCell>
      <TableCell numeric className="max-sm:hidden">
        {formatNumber(toolCalls)}
      </TableCell>
      <TableCell numeric>{formatNumber(inputTokens + outputTokens)}</TableCell>
      <TableCell numeric>{formatPartialCost(cost, currency, unpriced > 0, t('noPrice'))}</TableCell>
    </TableRow>
  )
}
