import { percentChange } from '@balcao/shared/rules/comparison.ts'
import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { percentText } from './figure-text.tsx'

interface ChangeProps {
  now: number
  before: number | null
  /**
   * Direction that is better: colour says so beside sign, arrow and words. Undefined says nothing.
   */
  better?: 'more' | 'less'
  /** Tooltip: the period before and its figure. */
  title: string
}

/** Shows how a figure changed from the period before; nothing without one. */
export function Change({ now, before, better, title }: ChangeProps) {
  const { t } = useTranslation('reports')
  const percent = before === null ? null : percentChange(now, before)
  if (percent === null) return null
  const way = percent > 0 ? 'more' : percent < 0 ? 'less' : 'same'
  const Icon = { more: TrendingUp, less: TrendingDown, same: Minus }[way]
  return (
    <span
      title={title}
      className={cn(
        'tabular mt-1 flex items-center gap-1 text-xs',
        better === undefined || way === 'same'
          ? 'text-ink-2'
          : way === better
            ? 'text-success-ink'
            : 'text-warning-ink',
      )}
    >
      <Icon aria-hidden size={14} className="icon shrink-0" />
      {t(`change.${way}`, { percent: percentText(percent) })}
    </span>
  )
}
