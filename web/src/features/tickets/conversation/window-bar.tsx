import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { PERSON_WINDOW } from '@balcao/shared/rules/message-window.ts'
import { Clock, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatWhen } from '#/lib/format.ts'

/** Above the input a day after a page's customer wrote; in its place once Meta takes no answer any more. */
export function WindowBar({ ticket, window }: { ticket: Ticket; window: 'person' | 'closed' }) {
  const { t } = useTranslation('channels')
  if (window === 'person') {
    const until = new Date(Date.parse(ticket.lastContactAt ?? '') + PERSON_WINDOW).toISOString()
    return (
      <p
        role="status"
        className="flex items-center gap-2 border-line border-t bg-info-soft px-3 py-1.5 text-info-ink text-sm"
      >
        <Clock aria-hidden size={16} className="icon shrink-0" />
        {t('window.person', { until: formatWhen(until) })}
      </p>
    )
  }
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 border-line border-t bg-surface px-3 py-4 text-center text-ink-2"
    >
      <Lock aria-hidden size={16} className="icon shrink-0" />
      {ticket.lastContactAt ? t('window.closed') : t('window.never')}
    </p>
  )
}
