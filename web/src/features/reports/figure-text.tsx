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

/** Formats a percentage without plus or minus: "12%", in Spanish "12 %". */
export const percentText = (percent: number): string => formatNumber(Math.abs(percent) / 100, { style: 'percent' })
