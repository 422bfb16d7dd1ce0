import { useTranslation } from 'react-i18next'
import { formatNumber } from '#/lib/format.ts'

const HOUR = 60

/**
 * Returns a function that formats minutes: "menos de 1 min", "4,5 min", from an hour on "2 h 05
 * min".
 */
export function useMinutesText(): (minutes: number) => string {
  const { t } = useTranslation('reports')
  return minutes => {
    if (minutes < 1) return t('time.less')
    if (minutes < HOUR) return t('time.minutes', { value: formatNumber(minutes) })
    const whole = Math.round(minutes)
    return t('time.hours', {
      hours: formatNumber(Math.floor(whole / HOUR)),
      minutes: String(whole % HOUR).padStart(2, '0'),
    })
  }
}
