import { formatNumber } from '#/lib/format.ts'
import { percentText } from '../figure-text.tsx'
import { useMinutesText } from '../minutes-text.ts'
import { type Column, FIGURES } from './figure-columns.ts'

/** Returns a function that formats a figure: "12", "4,5 min", "8%", "2,5 / 3". */
export function useFigureText(): (column: Column, value: number) => string {
  const minutes = useMinutesText()
  return (column, value) => {
    switch (FIGURES[column].kind) {
      case 'count':
        return formatNumber(value)
      case 'minutes':
        return minutes(value)
      case 'share':
        return percentText(value)
      case 'rating':
        return `${formatNumber(value, { minimumFractionDigits: 1 })} / 3`
    }
  }
}
