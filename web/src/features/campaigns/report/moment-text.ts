import { useTranslation } from 'react-i18next'
import { daysBetween, formatDate, formatTime } from '#/lib/format.ts'

/**
 * Returns a function that formats a future time: "hoje às 17:40", "amanhã às 08:00", then with the
 * date; `about`: it is an estimate.
 */
export function useMomentText() {
  const { t } = useTranslation('campaignReport')
  return (when: string, { about = false, now = Date.now() } = {}): string => {
    const days = daysBetween(now, when)
    const time = formatTime(when)
    if (days === 0) return t(about ? 'moment.today' : 'moment.todayAt', { time })
    if (days === 1) return t(about ? 'moment.tomorrow' : 'moment.tomorrowAt', { time })
    return t(about ? 'moment.later' : 'moment.laterAt', { date: formatDate(when), time })
  }
}
