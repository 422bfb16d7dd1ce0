import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'

/**
 * Shows the state of an own message: clock (with the connection it waits for, while that is
 * `down`), sent, delivered, read; or that it failed. Shape and words tell it, colour only repeats
 * it.
 */
export function AckMark({ ack, failed, down }: { ack: number; failed?: boolean; down?: string | null }) {
  const { t } = useTranslation('tickets')
  const [Icon, name] = failed
    ? ([CircleAlert, 'failed'] as const)
    : ack <= 0
      ? ([Clock, 'clock'] as const)
      : ack <= 2
        ? ([Check, 'sent'] as const)
        : ack === 3
          ? ([CheckCheck, 'delivered'] as const)
          : ([CheckCheck, 'read'] as const)
  const label = name === 'clock' && down ? t('ack.waiting', { name: down }) : t(`ack.${name}`)
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      data-ack={name}
      className={cn(
        'inline-flex',
        name === 'read' ? 'text-info-ink' : name === 'failed' ? 'text-danger-ink' : 'text-ink-2',
      )}
    >
      <Icon aria-hidden size={14} className="icon" />
    </span>
  )
}
