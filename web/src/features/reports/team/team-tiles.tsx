import type { teamReport } from '@balcao/shared/api/reports/team-report.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { formatNumber } from '#/lib/format.ts'
import type { Period } from '#/lib/periods.ts'
import { reportOf } from '../behind.tsx'
import { NoFigure } from '../figure-text.tsx'
import { Tile } from '../tile.tsx'
import { FigureChange } from './figure-change.tsx'
import { COLUMNS, type Column, FIGURES, isUnusedGoal } from './figure-columns.ts'
import { useFigureText } from './use-figure-text.ts'

type Totals = ResultOf<typeof teamReport.get>['totals']

/** Number of tiles that stand in one line of a wide screen. */
const ONE_LINE = 7

/** Shows the figures of all tickets of the period, each with its change. */
export function TeamTiles({ totals: { now, before }, range }: { totals: Totals; range: Period }) {
  const { t } = useTranslation('teamReport')
  const textOf = useFigureText()
  const goalScope = ({ met, missed }: { met: number; missed: number }) =>
    t('scope.goals', { met: formatNumber(met), missed: formatNumber(missed) })
  const scopes: Partial<Record<Column, string>> = {
    firstAnswer: t('scope.tickets', { count: now.answered, shown: formatNumber(now.answered) }),
    reopened: t('scope.tickets', { count: now.reopened, shown: formatNumber(now.reopened) }),
    rating: t('scope.ratings', { count: now.rated, shown: formatNumber(now.rated) }),
    abandoned: t('scope.tickets', { count: now.abandoned, shown: formatNumber(now.abandoned) }),
    goalAnswer: goalScope(now.goals.firstAnswer),
    goalResolution: goalScope(now.goals.resolution),
  }
  const shown = COLUMNS.filter(column => !isUnusedGoal(column, now))
  return (
    <dl
      className={cn(
        'grid grid-cols-2 gap-3 sm:grid-cols-3',
        // With the goals they are nine, in two lines.
        shown.length > ONE_LINE ? 'lg:grid-cols-5' : 'lg:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]',
      )}
    >
      {shown.map(column => {
        const value = FIGURES[column].of(now)
        return (
          <Tile
            key={column}
            label={t(`column.${column}`)}
            scope={scopes[column] ?? t('scope.period')}
            value={value === null ? <NoFigure label={t('nothing')} /> : textOf(column, value)}
            behind={column === 'opened' ? reportOf({}, range) : undefined}
            change={<FigureChange column={column} now={now} before={before} className="mt-1 flex" />}
          />
        )
      })}
    </dl>
  )
}
