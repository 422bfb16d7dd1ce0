import { Check, Minus } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Shows yes or no in a column, with words for screen readers. */
export function Tick({ on, label }: { on: boolean; label: string }) {
  const { t } = useTranslation('orders')
  const Icon = on ? Check : Minus
  return (
    <span className={on ? 'text-success-ink' : 'text-ink-3'}>
      <Icon aria-hidden size={16} className="icon" />
      <span className="sr-only">
        {label}: {on ? t('yes') : t('no')}
      </span>
    </span>
  )
}
