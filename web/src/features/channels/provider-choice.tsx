import { BadgeCheck, Smartphone } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

const KINDS = [
  ['web', Smartphone],
  ['cloud', BadgeCheck],
] as const

interface ProviderChoiceProps {
  value: 'web' | 'cloud'
  onChange: (value: 'web' | 'cloud') => void
}

/** Shows the two ways in which a WhatsApp number can be connected, with what each is for. */
export function ProviderChoice({ value, onChange }: ProviderChoiceProps) {
  const { t } = useTranslation('channels')
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{t('provider.legend')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {KINDS.map(([kind, Icon]) => (
          <label
            key={kind}
            htmlFor={`${id}-${kind}`}
            className="flex cursor-pointer items-start gap-3 rounded-md border border-line-strong p-3 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              id={`${id}-${kind}`}
              type="radio"
              name={id}
              checked={value === kind}
              onChange={() => onChange(kind)}
              aria-describedby={`${id}-${kind}-hint`}
              className="mt-1 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="flex items-center gap-2 font-medium">
                <Icon aria-hidden size={16} className="icon shrink-0" />
                {t(`provider.${kind}`)}
              </span>
              <span id={`${id}-${kind}-hint`} className="block text-ink-2 text-sm">
                {t(`provider.${kind}Hint`)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
