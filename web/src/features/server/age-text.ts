import { useTranslation } from 'react-i18next'

const UNITS = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
] as const

/** Returns a function that writes an age in seconds in its largest whole unit. */
export function useAgeText(): (seconds: number) => string {
  const { t } = useTranslation('server')
  return seconds => {
    const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? (['seconds', 1] as const)
    return t(`age.${unit}`, { count: Math.floor(seconds / size) })
  }
}
