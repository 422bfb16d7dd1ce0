import type { RuleReason } from '@balcao/shared/entities/rule.ts'
import { Check, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { useRuleWords } from './rule-words.ts'

interface ReasonListProps {
  because: readonly RuleReason[]
  words: ReturnType<typeof useRuleWords>
}

/** Shows how each condition came out, and what stood there. */
export function ReasonList({ because, words }: ReasonListProps) {
  const { t } = useTranslation('rules')
  if (because.length === 0) return <p className="text-ink-2 text-sm">{t('noConditions')}</p>
  return (
    <ul aria-label={t('conditions')} className="flex flex-col gap-1.5">
      {because.map((reason, at) => {
        const Icon = reason.holds ? Check : X
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at} className="flex items-start gap-2 text-sm">
            <Icon
              aria-label={t(reason.holds ? 'holds' : 'fails')}
              size={16}
              className={`icon mt-0.5 shrink-0 ${reason.holds ? 'text-success-ink' : 'text-danger-ink'}`}
            />
            <span className="wrap-anywhere min-w-0">
              {words.conditionText(reason)}
              <span className="block text-ink-2">
                {reason.actual === null || reason.actual === ''
                  ? t('stoodNothing')
                  : t('stood', { value: words.valueText(reason.field, reason.actual) })}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
