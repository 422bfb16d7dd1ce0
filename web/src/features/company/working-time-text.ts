import { useTranslation } from 'react-i18next'
import { formatNumber } from '#/lib/format.ts'

const HOUR = 60

/** Returns a function that writes minutes of working time: "45 min", "2 h", "2 h 30 min". */
export function useWorkingTimeText(): (minutes: number) => string {
  const { t } = useTranslation('ticketDetails', { keyPrefix: 'goal' })
  return minutes => {
    const hours = Math.floor(minutes / HOUR)
    const rest = minutes % HOUR
    return [
      ...(hours > 0 ? [t('hours', { count: hours, replace: { count: formatNumber(hours) } })] : []),
      ...(rest > 0 ? [t('minutes', { count: rest })] : []),
    ].join(' ')
  }
}
