import type { TeamFigures } from '@balcao/shared/api/reports/team-report.ts'
import { percentChange } from '@balcao/shared/rules/comparison.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { formatNumber } from '#/lib/format.ts'
import { percentText } from '../figure-text.tsx'
import { type Column, FIGURES } from './figure-columns.ts'
import { useFigureText } from './use-figure-text.ts'

interface FigureChangeProps {
  column: Column
  now: TeamFigures
  before: TeamFigures | null
  className?: string
}

/**
 * Shows how a figure changed from the days before: an arrow with the change in percent,
 * of a share in percentage points. Colour says whether that is better, since more is
 * not always; words say it, too.
 */
export function FigureChange({ column, now, before, className }: FigureChangeProps) {
  const { t } = useTranslation('teamReport')
  const textOf = useFigureText()
  const { kind, better, of } = FIGURES[column]
  const [value, was] = [of(now), before && of(before)]
  if (value === null || was === null) return null
  const by = kind === 'share' ? value - was : percentChange(value, was)
  if (by === null || by === 0) return null
  const way = by > 0 ? 'more' : 'less'
  const Icon = way === 'more' ? ArrowUp : ArrowDown
  const shown = kind === 'share' ? t('change.points', { value: formatNumber(Math.abs(by)) }) : percentText(by)
  const judged = better === undefined ? '' : t(way === better ? 'change.better' : 'change.worse')
  return (
    <span
      title={t('change.before', { value: textOf(column, was) })}
      className={cn(
        'tabular inline-flex items-center gap-0.5 text-xs',
        better === undefined ? 'text-ink-2' : way === better ? 'text-success-ink' : 'text-warning-ink',
        className,
      )}
    >
      <Icon aria-hidden size={12} className="icon shrink-0" />
      <span aria-hidden>{shown}</span>
      <span className="sr-only">{[t(`change.${way}`, { value: shown }), judged].join(' ')}</span>
    </span>
  )
}
