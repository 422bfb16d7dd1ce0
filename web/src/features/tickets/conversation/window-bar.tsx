import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { PERSON_WINDOW } from '@balcao/shared/rules/message-window.ts'
import { Clock, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { formatWhen } from '#/lib/format.ts'

/** Time before the closing at which the warning gets stronger, ms. */
const SOON = 12 * 3_600_000

/**
 * Shows above the input that a day has passed since the customer of a Facebook or Instagram page
 * wrote; replaces the input once Meta accepts no answer any more.
 */
export function WindowBar({ ticket, window }: { ticket: Ticket; window: 'person' | 'closed' }) {
  const { t } = useTranslation('channels')
  if (window === 'person') {
    const end = Date.parse(ticket.lastContactAt ?? '') + PERSON_WINDOW
    const until = formatWhen(new Date(end).toISOString())
    const isSoon = end - Date.now() < SOON
    return (
      <p
        className={cn(
          'flex items-center gap-2 border-line border-t px-3 py-1.5 text-sm',
          isSoon ? 'bg-warning-soft text-warning-ink' : 'bg-info-soft text-info-ink',
        )}
      >
        <Clock aria-hidden size={16} className="icon shrink-0" />
        {t(isSoon ? 'window.soon' : 'window.person', { until })}
      </p>
    )
  }
  return (
    <p className="flex items-center justify-center gap-2 border-line border-t bg-surface px-3 py-4 text-center text-ink-2">
      <Lock aria-hidden size={16} className="icon shrink-0" />
      {ticket.lastContactAt ? t('window.closed') : t('window.never')}
    </p>
  )
}
