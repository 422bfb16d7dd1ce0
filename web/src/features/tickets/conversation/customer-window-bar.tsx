import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { Clock, FileText, Lock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { cn } from '#/lib/cn.ts'
import { useNow } from '../list/use-now.ts'
import { LazySendTemplateDialog } from '../public/lazy-send-template-dialog.ts'
import type { ComposerWindow } from './use-message-window.ts'
import { isClosingSoon, windowLeft } from './window-left.ts'

/**
 * Shows above the input how long the window of a cloud number's conversation stays open; once it
 * is closed, why only a template may be sent.
 */
export function CustomerWindowBar({ ticket, window }: { ticket: Ticket; window: ComposerWindow }) {
  const { t } = useTranslation('channels')
  const [choosing, setChoosing] = useState(false)
  const now = useNow()
  const closesAt = ticket.window?.closesAt ?? null
  const isClosed = window === 'template'
  const isSoon = !isClosed && isClosingSoon(closesAt, now)
  return (
    <div
      className={cn(
        'flex items-center gap-x-3 gap-y-1 border-line border-t px-3 text-sm',
        isClosed ? 'flex-wrap justify-center bg-surface py-3 text-ink-2' : 'py-1',
        !isClosed && (isSoon ? 'bg-warning-soft text-warning-ink' : 'bg-surface text-ink-2'),
      )}
    >
      {isClosed ? (
        <p className="flex min-w-0 items-start gap-2">
          <Lock aria-hidden size={16} className="icon mt-0.5 shrink-0" />
          <span>
            <strong className="block font-medium text-ink">
              {t(closesAt ? 'cloudWindow.closed' : 'cloudWindow.never')}
            </strong>
            {t('cloudWindow.why')}
          </span>
        </p>
      ) : (
        // A timer is not announced; that it gets urgent is, once.
        <p className="flex min-w-0 flex-1 items-center gap-2">
          <Clock aria-hidden size={14} className="icon shrink-0" />
          <span role="timer" className="tabular min-w-0">
            {t('cloudWindow.open', { left: windowLeft(closesAt, now) })}
          </span>
          {isSoon && <span className="sr-only">{t('cloudWindow.soon')}</span>}
        </p>
      )}
      <Button
        size="sm"
        variant={isClosed ? 'primary' : 'ghost'}
        icon={<FileText size={16} />}
        onClick={() => setChoosing(true)}
        data-composer={isClosed || undefined}
        className="shrink-0"
      >
        {t('cloudWindow.send')}
      </Button>
      <Suspense>{choosing && <LazySendTemplateDialog ticket={ticket} onClose={() => setChoosing(false)} />}</Suspense>
    </div>
  )
}
