import { formatNumber } from '#/lib/format.ts'

interface NoFigureProps {
  /** Words that screen readers say in place of the dash. */
  label: string
}

/** Shows that there is no figure: a dash, never a zero that was not measured. */
export const NoFigure = ({ label }: NoFigureProps) => (
  <span className="text-ink-3">
    <span aria-hidden>–</span>
    <span className="sr-only">{label}</span>
  </span>
)

/** Formats a percentage without its sign. */
export const percentText = (percent: number): string => formatNumber(Math.abs(percent))
