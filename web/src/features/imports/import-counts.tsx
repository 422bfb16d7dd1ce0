import type { DataImport, DataImportCounts } from '@balcao/shared/entities/data-import.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { formatNumber } from '#/lib/format.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { sumCounts, sumOf } from './sum-counts.ts'
import { useImportTexts } from './use-import-texts.ts'

const COLUMNS = ['read', 'taken', 'alreadyThere', 'joined', 'refused'] as const
type ColumnName = (typeof COLUMNS)[number]

const countOf = (one: DataImportCounts, column: ColumnName): number => {
  const value = one[column]
  return typeof value === 'number' ? value : sumOf(value)
}

interface ImportCountsProps {
  row: DataImport
  title: string
  /** True once it was written. */
  isDone: boolean
}

/** Shows what becomes of the rows, by kind, and in plain words what does not come as it is. */
export function ImportCounts({ row: { counts, left }, title, isDone }: ImportCountsProps) {
  const { t } = useTranslation('imports')
  const { reasonOf } = useImportTexts()
  const sums = sumCounts(counts)
  if (counts.length === 0) return <p>{t('counts.nothing')}</p>
  const sentence = { read: formatNumber(sums.read), taken: formatNumber(sums.taken) }
  const there = formatNumber(sums.alreadyThere)
  const reasons = (effect: 'refused' | 'joined' | 'changed') =>
    counts.flatMap(one =>
      Object.entries(one[effect])
        .filter(([, count]) => count > 0)
        .map(([reason, count]) => ({ kind: one.kind, reason, count, text: reasonOf(effect, reason) })),
    )
  const heads = {
    refused: t('said.refusedSum', { count: sums.refused, shown: formatNumber(sums.refused) }),
    joined: t('said.joinedSum', { count: sums.joined, shown: formatNumber(sums.joined) }),
    changed: t('said.changedSum', { count: sums.changed, shown: formatNumber(sums.changed) }),
  }
  return (
    <>
      <p>
        {isDone ? t('said.done', { ...sentence, there }) : t('said.ready', { ...sentence, there })}{' '}
        {sums.refused === 0 && sums.taken > 0 && !isDone && t('said.allTaken')}
      </p>
      <CountsByKind title={title} counts={counts} isDone={isDone} />
      {(['refused', 'joined', 'changed'] as const).map(
        effect =>
          sums[effect] > 0 && (
            <Said key={effect} head={heads[effect]} open={effect === 'refused'}>
              <ul className="flex list-disc flex-col gap-1 pl-5">
                {reasons(effect).map(({ kind, reason, count, text }) => (
                  <li key={`${kind} ${reason}`}>
                    {t(`kind.${kind}`)} (<span className="tabular">{formatNumber(count)}</span>): {text}
                  </li>
                ))}
              </ul>
            </Said>
          ),
      )}
      {left.length > 0 && (
        <Said head={t('said.leftSum', { count: left.length })} open={false}>
          <p>
            {t('said.leftHint', {
              tables: left.map(({ table, rows }) => `${table} (${formatNumber(rows)})`).join(', '),
            })}
          </p>
        </Said>
      )}
    </>
  )
}

/** Shows a sum that unfolds into its reasons. */
function Said({ head, open, children }: { head: string; open: boolean; children: ReactNode }) {
  return (
    <details open={open} className="text-sm">
      <summary className="cursor-pointer font-medium touch:py-3">{head}</summary>
      <div className="pt-2 text-ink-2">{children}</div>
    </details>
  )
}

interface CountsByKindProps {
  title: string
  counts: readonly DataImportCounts[]
  isDone: boolean
}

function CountsByKind({ title, counts, isDone }: CountsByKindProps) {
  const { t } = useTranslation('imports')
  // Nothing has come yet at the dry run.
  const labelOf = (column: ColumnName) => t(`counts.${column === 'taken' && !isDone ? 'toTake' : column}`)
  const isWide = useMediaQuery('(min-width: 600px)')
  if (!isWide)
    return (
      <ul aria-label={title} className="rounded-md border border-line">
        {counts.map(one => (
          <li key={one.kind} className="flex items-start justify-between gap-3 border-line border-b p-3 last:border-0">
            <span className="min-w-0">
              <span className="block font-medium">{t(`kind.${one.kind}`)}</span>
              <span className="tabular block text-ink-2 text-sm">
                {COLUMNS.slice(1)
                  .filter(column => countOf(one, column) > 0)
                  .map(column => `${labelOf(column)}: ${formatNumber(countOf(one, column))}`)
                  .join(' · ')}
              </span>
            </span>
            <span className="tabular shrink-0 font-semibold">{formatNumber(one.read)}</span>
          </li>
        ))}
      </ul>
    )
  return (
    <Table aria-label={title}>
      <TableHead>
        <tr>
          <TableHeader>{t('counts.kind')}</TableHeader>
          {COLUMNS.map(column => (
            <TableHeader key={column} numeric>
              {labelOf(column)}
            </TableHeader>
          ))}
        </tr>
      </TableHead>
      <tbody>
        {counts.map(one => (
          <TableRow key={one.kind}>
            <TableCell>{t(`kind.${one.kind}`)}</TableCell>
            {COLUMNS.map(column => (
              <TableCell
                key={column}
                numeric
                className={column === 'refused' && countOf(one, column) > 0 ? 'text-danger-ink' : undefined}
              >
                {formatNumber(countOf(one, column))}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  )
}
