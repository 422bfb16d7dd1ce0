import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { lazyModule } from '#/lib/lazy-module.ts'
import { useStore } from '#/lib/store.ts'
import { useDebouncedValue } from '#/lib/use-debounced-value.ts'

/** Half a megabyte of rules and common passwords: fetched when somebody types a new password. */
const rules = lazyModule(() => import('@balcao/shared/rules/password-strength.ts'))

const RANK = { weak: 1, fair: 2, good: 3, strong: 4 }
const COLOR = { weak: 'bg-danger', fair: 'bg-warning', good: 'bg-success', strong: 'bg-success' }

interface PasswordStrengthProps {
  /** The new password as it is typed. */
  password: string
  /** Words about its owner: their name, e-mail, the company's name. */
  about: readonly string[]
  /** True if the company refuses weak passwords. */
  refusesWeak?: boolean
  /** Hint before anything is typed. */
  children: ReactNode
}

/**
 * Shows the hint of a field for a new password: its strength, in words and as a meter, and why a
 * weak one is weak.
 */
export function PasswordStrength({ password, about, refusesWeak = false, children }: PasswordStrengthProps) {
  const { t } = useTranslation()
  const loaded = useStore(rules.store)
  const typed = useDebouncedValue(password, 200)
  const wanted = password !== ''
  useEffect(() => {
    if (wanted) rules.preload()
  }, [wanted])
  // The check takes some ten milliseconds: other changes of the form do not repeat it.
  const known = about.join('\n')
  const { level, why } = useMemo(
    () => (typed !== '' && loaded?.passwordStrength(typed, known.split('\n'))) || { level: null, why: null },
    [typed, known, loaded],
  )
  if (!wanted) return children
  return (
    <span className="block">
      <span className="flex items-center gap-2">
        <meter
          className="sr-only"
          aria-label={t('password.strength')}
          min={0}
          max={4}
          value={level ? RANK[level] : 0}
          aria-valuetext={level ? t(`password.level.${level}`) : undefined}
        />
        <span aria-hidden className="grid flex-1 grid-cols-4 gap-1">
          {[1, 2, 3, 4].map(step => (
            <span
              key={step}
              className={cn('h-1 rounded-full', level && RANK[level] >= step ? COLOR[level] : 'bg-line-strong')}
            />
          ))}
        </span>
        {/* As wide as the longest word, so that the meter keeps its length. */}
        <span className="min-w-16 text-right font-medium text-ink">
          {level ? t(`password.level.${level}`) : '\u00a0'}
        </span>
      </span>
      <span role="status" className="mt-0.5 block">
        <span className="sr-only">{level && `${t('password.strength')}: ${t(`password.level.${level}`)}.`}</span>{' '}
        {why &&
          [t(`password.why.${why}`), refusesWeak && t('password.refused'), t('password.tip')].filter(Boolean).join(' ')}
      </span>
    </span>
  )
}
