import type { TeamDimension, TeamFigures } from '@balcao/shared/api/reports/team-report.ts'

/** Figures that a company without service goals has no use for. */
const GOALS = ['goalAnswer', 'goalResolution'] as const

export const COLUMNS = [
  ...(['opened', 'closed', 'firstAnswer', 'resolution', 'reopened', 'rating', 'abandoned'] as const),
  ...GOALS,
] as const
export type Column = (typeof COLUMNS)[number]

/** Nature of a figure: a number, minutes, a share of tickets in whole percent, or a rating. */
type Kind = 'count' | 'minutes' | 'share' | 'rating'

const share = (part: number, of: number): number | null => (of === 0 ? null : Math.round((100 * part) / of))
const reached = ({ met, missed }: { met: number; missed: number }): number | null => share(met, met + missed)

/** Value of each figure, null where nothing was measured; and the direction that is better. */
export const FIGURES: Record<
  Column,
  { kind: Kind; better?: 'more' | 'less'; of: (figures: TeamFigures) => number | null }
> = {
  opened: { kind: 'count', of: ({ opened }) => opened },
  closed: { kind: 'count', better: 'more', of: ({ closed }) => closed },
  firstAnswer: { kind: 'minutes', better: 'less', of: ({ firstAnswer }) => firstAnswer },
  resolution: { kind: 'minutes', better: 'less', of: ({ resolution }) => resolution },
  reopened: { kind: 'share', better: 'less', of: ({ reopened, closed }) => share(reopened, closed) },
  rating: { kind: 'rating', better: 'more', of: ({ rating }) => rating },
  abandoned: { kind: 'share', better: 'less', of: ({ abandoned, closed }) => share(abandoned, closed) },
  goalAnswer: { kind: 'share', better: 'more', of: ({ goals }) => reached(goals.firstAnswer) },
  goalResolution: { kind: 'share', better: 'more', of: ({ goals }) => reached(goals.resolution) },
}

/** Returns whether a column is of goals, none of which was measured. */
export const isUnusedGoal = (column: Column, totals: TeamFigures): boolean =>
  GOALS.some(goal => goal === column) && FIGURES[column].of(totals) === null

/** Returns the columns of a table: what is counted by this, and goals only where there are any. */
export function columnsOf(by: TeamDimension, totals: TeamFigures): Column[] {
  return COLUMNS.filter(column => {
    if (column === 'opened') return by === 'hour'
    if (isUnusedGoal(column, totals)) return by === 'goal'
    // A ticket of a user was taken from the bot, and goals are only of tickets that a person had.
    return !(column === 'abandoned' && (by === 'user' || by === 'goal'))
  })
}
